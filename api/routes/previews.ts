import { current } from '../../commands/command.ts'
import { placedPlayers } from '../../commands/lookups.ts'
import { planCopyFrom } from '../../commands/rounds/copy-season.ts'
import { planCopying } from '../../commands/rounds/copy-sports.ts'
import { lockIfDue } from '../../commands/rounds/lock-round.ts'
import { requireSeasonOf } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { previewOf } from '../../commands/undo/previews.ts'
import type { Round, RoundEvent } from '../../domain/rounds/round.ts'
import { completeRound, correctRound, unlockRound } from '../../domain/rounds/round-decisions.ts'
import { setWeight } from '../../domain/rounds/round-editing.ts'
import { type Season, type SeasonEvent, setRules } from '../../domain/seasons/season.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { changeSettings, settings } from '../../domain/settings/settings.ts'
import type { Supposed } from '../../projections/past/season-past.ts'
import { copyWishes, resultOf } from '../input/rounds.ts'
import { changedSettings } from '../input/settings.ts'
import { presentPlan } from '../presenters/copies.ts'
import { presentPreview } from '../presenters/effects.ts'
import { type App, serve } from '../server/serve.ts'

/** The decision is really made, so that what would be refused is refused here too. */
export function previewRoutes(app: App, services: CommandServices): void {
  const preview = async (
    of: { seasonId: number | null; roundId: number | null },
    suppose: () => Promise<Supposed>,
  ) => presentPreview(await previewOf(services, of, suppose))

  serve(app, 'POST /admin/previews/settings', async ({ body }) =>
    preview({ seasonId: null, roundId: null }, async () => {
      const state = await current(services, settings)
      return { timeline: changeSettings(state, changedSettings(state, body)) }
    }),
  )

  serve(app, 'POST /admin/previews/rounds/{id}/complete', async ({ params, body }) => {
    await lockIfDue(services, params.id)
    return ofRound(params.id, async (state, inSeason) => {
      const result = resultOf(body)
      const placed = await placedPlayers(services, state, result.placements)
      return completeRound(state, inSeason, result, placed)
    })
  })

  serve(app, 'POST /admin/previews/rounds/{id}/correct', async ({ params, body }) =>
    ofRound(params.id, async (state, inSeason) => {
      const result = resultOf(body)
      const placed = await placedPlayers(services, state, result.placements)
      return correctRound(state, inSeason, result, placed)
    }),
  )

  serve(app, 'POST /admin/previews/seasons/{id}/rules', ({ params, body }) => {
    const { reason: _, seenPosition: __, ...rules } = body
    const of = { seasonId: params.id, roundId: null }
    return ofSeason(of, ({ season }) => setRules(season, rules, SUPPOSED))
  })

  serve(app, 'POST /admin/previews/seasons/{id}/copy-sports', async ({ params, body, receivedAt }) => {
    const source = await current(services, seasonStream, body.sourceSeasonId)
    const target = await current(services, seasonStream, params.id)
    return presentPlan(planCopying(source, target, copyWishes(source, body), receivedAt))
  })

  serve(app, 'POST /admin/previews/seasons', async ({ body, receivedAt }) =>
    presentPlan(await planCopyFrom(services, body, receivedAt)),
  )

  serve(app, 'POST /admin/previews/rounds/{id}/weight', async ({ params, body }) =>
    ofRound(params.id, (state, inSeason) => setWeight(state, inSeason, body.weight, SUPPOSED)),
  )

  serve(app, 'POST /admin/previews/rounds/{id}/unlock', async ({ params }) => ofRound(params.id, unlockRound))

  async function ofRound(
    roundId: number,
    decide: (state: Round, inSeason: Season) => RoundEvent[] | Promise<RoundEvent[]>,
  ) {
    const seasonId = await requireSeasonOf(services, roundId)
    return ofSeason({ seasonId, roundId }, (state) => decide(roundIn(state, roundId), state.season))
  }

  function ofSeason(
    of: { seasonId: number; roundId: number | null },
    decide: (state: SeasonAndRounds) => Decided | Promise<Decided>,
  ) {
    return preview(of, async () => {
      return { timeline: await decide(await current(services, seasonStream, of.seasonId)) }
    })
  }
}

type Decided = (SeasonEvent | RoundEvent)[]

/** A preview needs no reason, not even where the change will. */
const SUPPOSED = { isFrozen: false, reason: null }
