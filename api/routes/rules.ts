import type { FastifyRequest } from 'fastify'
import { command, current } from '../../commands/command.ts'
import { requireSeason } from '../../commands/lookups.ts'
import { requireAsSeen } from '../../commands/revisions-seen.ts'
import { commandOnRound, requireSeasonOf } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import { setWeight } from '../../domain/rounds/round-editing.ts'
import { askTieBreak, dropTieBreak } from '../../domain/rounds/tie-break-question.ts'
import {
  changeNote,
  type Frozen,
  followLeague,
  presentSeason,
  rulesInForce,
  type SeasonEvent,
  setRules,
} from '../../domain/seasons/season.ts'
import { presentRounds } from '../../domain/seasons/season-past.ts'
import { hasLocked, roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { settings } from '../../domain/settings/settings.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { ruleChanges } from '../../projections/record/rules.ts'
import { isKnown, presentRules, sentencesOfRules } from '../presenters/rules.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

type Why = { reason?: string; seenPosition?: string }
type Decide = (state: SeasonAndRounds, frozen: Frozen) => (SeasonEvent | RoundEvent)[]

export function rulesRoutes(app: App, services: CommandServices & Pick<Services, 'cache'>): void {
  const { read } = services

  serve(app, 'GET /public/seasons/{id}/rules', async (request) => {
    request.isKept = true
    const { id } = request.params
    const found = await requireSeason(read, id)
    const { season } = found
    const rules = rulesInForce(season, await currentSettings(read))
    const rounds = presentRounds(found).filter(isKnown)
    return {
      followsLeague: season.rules === null,
      rules: presentRules(rules),
      note: season.note,
      weights: rounds
        .filter(({ weight }) => weight !== 1)
        .map(({ roundId, sportName, weight }) => ({ roundId, sportName, weight })),
      sentences: sentencesOfRules(found, rules),
      changes: await ruleChanges(services, id),
    }
  })

  serve(app, 'GET /admin/seasons/{id}/rules', async ({ params: { id } }) => {
    const state = await current(services, seasonStream, id)
    presentSeason(state.season)
    return rulesOf(state)
  })

  serve(app, 'PUT /admin/seasons/{id}/rules', async (request) => {
    const { reason: _, seenPosition: __, ...rules } = request.body
    const { state } = await change(request, request.params.id, request.body, ({ season }, frozen) =>
      setRules(season, rules, frozen),
    )
    return { message: 'Rules saved', ...(await rulesOf(state)) }
  })

  serve(app, 'DELETE /admin/seasons/{id}/rules', async (request) => {
    const { state } = await change(request, request.params.id, request.body, ({ season }, frozen) =>
      followLeague(season, frozen),
    )
    const message = 'The season follows the rules of the league'
    return { message, ...(await rulesOf(state)) }
  })

  serve(app, 'PUT /admin/seasons/{id}/note', async (request) => {
    const note = request.body.note || null
    await command(services, contextOf(request), seasonStream, [request.params.id], ({ season }) =>
      changeNote(season, note),
    )
    return { message: 'Note saved' }
  })

  serve(app, 'PUT /admin/rounds/{id}/weight', async (request) => {
    const { id: roundId } = request.params
    const seasonId = await requireSeasonOf(services, roundId)
    await change(request, seasonId, request.body, (state, frozen) =>
      setWeight(roundIn(state, roundId), state.season, request.body.weight, frozen),
    )
    return { message: 'Weight saved' }
  })

  serve(app, 'PUT /admin/rounds/{id}/tie-break', async (request) => {
    const { id: roundId } = request.params
    const { question, unit } = request.body
    const asked = { question, unit: unit || null }
    const seasonId = await requireSeasonOf(services, roundId)
    await command(services, contextOf(request), seasonStream, [seasonId], (state) =>
      askTieBreak(roundIn(state, roundId), asked, state),
    )
    return { message: 'Question saved' }
  })

  serve(app, 'DELETE /admin/rounds/{id}/tie-break', async (request) => {
    await commandOnRound(services, contextOf(request), request.params.id, dropTieBreak)
    return { message: 'Question removed' }
  })

  /** Of the state that was decided on: somebody may have deleted the season since. */
  async function rulesOf(state: SeasonAndRounds) {
    const { season } = state
    return {
      followsLeague: !('rules' in season) || season.rules === null,
      rules: presentRules(rulesInForce(season, await current(services, settings))),
      frozen: hasLocked(state),
    }
  }

  function change(request: FastifyRequest, seasonId: number, why: Why, decide: Decide) {
    const context = contextOf(request, why)
    const { reason } = context
    return command(services, context, seasonStream, [seasonId], async (state) => {
      await requireAsSeen(services, context, seasonId)
      return decide(state, { isFrozen: hasLocked(state), reason })
    })
  }
}
