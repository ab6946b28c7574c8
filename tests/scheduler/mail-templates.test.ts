import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RewrittenTemplate, TEMPLATES } from '../../domain/mail-templates.ts'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { round } from '../../domain/rounds/round.ts'
import { completeRound } from '../../domain/rounds/round-decisions.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { findMailFacts, type MailFacts } from '../../scheduler/mail/mail-facts.ts'
import { MAIL_WRITERS } from '../../scheduler/mail/mail-writers.ts'
import { writeMail } from '../../scheduler/mail/write-mail.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lockedNow, seasonInLog } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const [SEASON, ROUND, ANN] = [1, 1, 1]
const [OTHER, ADMIN, PICKED] = ['Zebulon', 'Casimira', 'Quokkas']
const templates = Object.keys(MAIL_WRITERS) as RewrittenTemplate[]

let parts: SchedulerParts
let facts: MailFacts
let reader: PresentPlayer

beforeAll(async () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  parts = await schedulerParts({ clock })
  await aLeague()
    .withPlayers('Ann', OTHER)
    .withSeason()
    .withRound({ teams: ['Reds', 'Blues', PICKED] })
    .in(parts)
  const context = await parts.pickContext(ROUND, ANN)
  await parts.run(pick, [ROUND, ANN], (state, now) => submitPick(state, context, [PICKED], now))
  clock.advance(1_000)
  await parts.run(round, [ROUND], lockedNow)
  const inSeason = await seasonInLog(parts.store, SEASON)
  const result = { places: { first: 'Reds', second: 'Blues' }, placements: [] }
  await parts.run(round, [ROUND], (state, now) =>
    completeRound(state, inSeason, result, { now, ...NOBODY_PLACED }),
  )
  await caughtUp(parts)
  const subject = { template: 'results', seasonId: SEASON, roundId: ROUND } as const
  const found = await findMailFacts(parts, subject)
  const ann = found?.participants.get(ANN)
  if (!found?.round || !ann) throw new Error('There is a league')
  const { rules, standings } = found
  reader = ann
  facts = {
    ...found,
    formerPicks: new Map([[ANN, ['Blues']]]),
    before: { rules, weights: new Map(), result, standings },
    seasonBefore: found.season,
    roundBefore: found.round,
    sports: [{ round: found.round, wasOpen: true }],
    deed: { type: null, by: ADMIN, reason: null },
  }
})
afterAll(() => parts.close())

describe('what the table says of a mail is what it tells', () => {
  test.each(templates)('%s', (template) => {
    const sections = [{ facts, players: [reader], isAgain: false, uselessAt: null }]
    const { text } = writeMail(parts, template, sections)
    const { others, deed, pick, story } = TEMPLATES[template]
    expect({
      others: text.includes(OTHER),
      deed: text.includes(ADMIN),
      pick: text.includes(PICKED),
      story: text.includes(`/sports/${ROUND}/players/${ANN}`),
    }).toEqual({ others, deed, pick, story })
  })
})
