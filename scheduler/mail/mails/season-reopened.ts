import { deedRows, greeting, type LetterWriter, signedBy } from './reader.ts'

/** That standings which were final are not. */
export const seasonReopenedLetter: LetterWriter = (facts, readers, { standingsUrl }) => ({
  subject: `${facts.season.name}: open again`,
  heading: `${facts.season.name} is open again`,
  parts: [
    greeting(readers),
    {
      kind: 'text',
      text: `${facts.deed.by} opened ${facts.season.name} again. Its standings are not final any more, and nobody has won yet.`,
    },
    { kind: 'facts', rows: deedRows(facts) },
    { kind: 'button', label: 'See all standings', url: standingsUrl },
  ],
  signature: signedBy(facts, 'Good luck!'),
})
