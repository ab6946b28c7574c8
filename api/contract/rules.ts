import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, read, section } from './endpoint.ts'
import { Preview } from './previews.ts'
import { Choice, DecidedBody, Id, Instant, Nullable, Text, WholeNumber } from './schema.ts'
import { points } from './settings.ts'

export const TieBreak = Choice('A tie-break', ['round_wins', 'countback', 'fewest_missed', 'guess'])

export const Weight = WholeNumber('The weight', 1, 5)

const rules = {
  points: Type.Object({
    first: points('1st place'),
    second: points('2nd place'),
    third: points('3rd place'),
    fourth: points('4th place'),
    fifth: points('5th place'),
    sixthPlus: points('6th place and below'),
  }),
  noPick: WholeNumber('Points for a missing pick', -10, 20),
  dropWorst: WholeNumber('The number of sports to drop', 0, 10),
  /** In this order, each at most once. Players who are still tied after the last one share a rank. */
  tieBreak: Type.Array(TieBreak, { maxItems: 4, 'x-refusal': refused('tie-breaks-not-listed') }),
}

export const Rules = Type.Object(rules)

const RulesBody = Type.Object({ ...rules, ...DecidedBody.properties })

const WeightBody = Type.Object({ weight: Weight, ...DecidedBody.properties })

const QuestionBody = Type.Object({
  question: Text('The question', 1, 200),
  unit: Type.Optional(Nullable(Text('The unit', 0, 30))),
})

const NoteBody = Type.Object({ note: Nullable(Text('The note', 0, 2000)) })

const inForce = {
  followsLeague: Type.Boolean(),
  /** Those that the season is scored by: its own, the league's, or those that it ended with. */
  rules: Rules,
}

const AdminRules = Type.Object({
  ...inForce,
  /** Since the season's first lock: from then on a change takes a reason. */
  frozen: Type.Boolean(),
})

const RulesSaved = Type.Object({ message: Type.String(), ...AdminRules.properties })

const PublicRules = Type.Object({
  ...inForce,
  weights: Type.Array(Type.Object({ roundId: Id, sportName: Type.String(), weight: Type.Integer() })),
  note: Nullable(Type.String()),
  sentences: Type.Array(Type.String()),
  changes: Type.Array(
    Type.Object({
      at: Instant,
      admin: Nullable(Type.String()),
      sentence: Type.String(),
      reason: Nullable(Type.String()),
    }),
  ),
})

export const rulesEndpoints = section('Rules', 'admin', {
  'GET /public/seasons/{id}/rules': read(
    PublicRules,
    'Read the rules of a season. Returns the rules that the season is scored by, as numbers and as sentences, and how they changed since its first lock: who, when and why.',
    { access: 'public', conditional: true, refuses: ['notFound'] },
  ),
  'GET /admin/seasons/{id}/rules': read(
    AdminRules,
    'Read the rules to change them. Returns the rules in force, whether they are those of the league, and whether a change takes a reason.',
    { refuses: ['notFound'] },
  ),
  'PUT /admin/seasons/{id}/rules': command(
    'Give a season its own rules. Sets points, points for a missing pick, how many of the worst sports are dropped, and what decides ties. All results are recalculated at once. Since the first lock it takes a reason, and every participant gets a mail. An ended season is reopened first.',
    { body: RulesBody, response: { 200: RulesSaved }, refuses: ['wrongState', 'notFound', 'outdated'] },
  ),
  'DELETE /admin/seasons/{id}/rules': command(
    'Follow the rules of the league again. The season no longer has rules of its own. Since the first lock it takes a reason.',
    { body: DecidedBody, response: { 200: RulesSaved }, refuses: ['wrongState', 'notFound', 'outdated'] },
  ),
  'PUT /admin/seasons/{id}/note': command(
    'Write a note under the rules. Sets one paragraph that is shown on the page of the rules. Null or an empty text removes it.',
    { body: NoteBody, refuses: ['wrongState', 'notFound'] },
  ),
  'PUT /admin/rounds/{id}/weight': command(
    'Let a sport count several times. Sets how many times the points of a sport count, also of a completed one. Since the first lock of the season it takes a reason, and every participant gets a mail.',
    { body: WeightBody, refuses: ['wrongState', 'notFound', 'outdated'] },
  ),
  'PUT /admin/rounds/{id}/tie-break': command(
    'Ask a tie-break question with a sport. Players can then add a guess to their pick for this sport. With the tie-break `guess` in the rules of the season, the closest guess wins a tie. One sport of a season carries a question: a second one is refused. Once the sport is active, its question is fixed: none can be added, changed or removed.',
    { body: QuestionBody, refuses: ['wrongState', 'notFound'] },
  ),
  'DELETE /admin/rounds/{id}/tie-break': command(
    'Remove the tie-break question. Only of a draft: once the sport is active, its question is fixed.',
    { refuses: ['wrongState', 'notFound'] },
  ),
  'POST /admin/previews/seasons/{id}/rules': command(
    'Preview other rules. Takes the body that sets the rules and returns the standings before and after. Nothing is saved, and no reason is needed yet.',
    { body: RulesBody, response: { 200: Preview }, refuses: ['wrongState', 'notFound'] },
  ),
  'POST /admin/previews/rounds/{id}/weight': command(
    'Preview another weight. Takes the body that sets the weight and returns the standings before and after. Nothing is saved, and no reason is needed yet.',
    { body: WeightBody, response: { 200: Preview }, refuses: ['wrongState', 'notFound'] },
  ),
})

export type Rules = Static<typeof Rules>
export type AdminRules = Static<typeof AdminRules>
export type PublicRules = Static<typeof PublicRules>
