import { deedRows, greeting, signedBy, type WriteMail } from './reader.ts'
import { changedRules, scoresNow } from './rules-changed.ts'

const CHANGED =
  'The points were changed while it was over, so its results have been counted again with those of today.'

export const seasonReopenedMail: WriteMail = (facts, readers, { standingsUrl }) => ({
  subject: `${facts.season.name}: open again`,
  heading: `${facts.season.name} is open again`,
  parts: [
    greeting(readers),
    {
      kind: 'text',
      text: `${facts.deed.by} opened ${facts.season.name} again. Its standings are not final any more, and nobody has won yet.`,
    },
    ...(facts.before ? [{ kind: 'text' as const, text: CHANGED }] : []),
    { kind: 'facts', rows: [...changedRules(facts), ...deedRows(facts)] },
    ...(facts.before ? scoresNow(facts, readers) : []),
    { kind: 'button', label: 'See all standings', url: standingsUrl },
  ],
  signature: signedBy(facts, 'Good luck!'),
})
