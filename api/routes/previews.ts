import type { Round, RoundEvent } from '#domain/round'
import { completeRound, correctRound, unlockRound } from '#domain/round-decisions'
import type { Season } from '#domain/season'
import type { SeasonHappening } from '#domain/season-past'
import { roundIn, seasonStream } from '#domain/season-stream'
import { changeSettings, settings } from '#domain/settings'
import type { App } from '../app.ts'
import { current } from '../command.ts'
import { Preview } from '../contract/previews.ts'
import { CompleteBody } from '../contract/rounds.ts'
import { IdParams } from '../contract/schema.ts'
import { SettingsBody } from '../contract/settings.ts'
import { placedPlayers } from '../lookups.ts'
import { previewOf } from '../previews.ts'
import { requireSeasonOf } from '../round-command.ts'
import { resultOf } from '../round-input.ts'
import type { Services } from '../services.ts'
import { changedSettings } from '../settings-shapes.ts'

const config = { access: 'admin' } as const
const response = { 200: Preview }

/** What a change would do. The decision is really made, so that what would be refused is refused here too. */
export function previewRoutes(app: App, services: Services): void {
  app.post(
    '/admin/previews/settings',
    { config, schema: { body: SettingsBody, response } },
    async ({ body, receivedAt: at }) =>
      previewOf(services, at, null, async () => {
        const state = await current(services, settings)
        const events = changeSettings(state, changedSettings(state, body))
        return { happenings: events.map((event): SeasonHappening => ({ of: 'settings', at, event })) }
      }),
  )

  app.post(
    '/admin/previews/rounds/:id/complete',
    { config, schema: { params: IdParams, body: CompleteBody, response } },
    async ({ params, body, receivedAt: now }) =>
      ofRound(params.id, now, async (state, inSeason) => {
        const result = resultOf(body)
        const placed = await placedPlayers(services, state, result.placements)
        return completeRound(state, inSeason, result, { now, ...placed })
      }),
  )

  app.post(
    '/admin/previews/rounds/:id/correct',
    { config, schema: { params: IdParams, body: CompleteBody, response } },
    async ({ params, body, receivedAt }) =>
      ofRound(params.id, receivedAt, async (state, inSeason) => {
        const result = resultOf(body)
        const placed = await placedPlayers(services, state, result.placements)
        return correctRound(state, inSeason, result, placed)
      }),
  )

  app.post(
    '/admin/previews/rounds/:id/unlock',
    { config, schema: { params: IdParams, response } },
    async ({ params, receivedAt }) => ofRound(params.id, receivedAt, unlockRound),
  )

  async function ofRound(
    roundId: number,
    at: string,
    decide: (state: Round, inSeason: Season) => RoundEvent[] | Promise<RoundEvent[]>,
  ) {
    const seasonId = await requireSeasonOf(services, roundId)
    return previewOf(services, at, seasonId, async () => {
      const state = await current(services, seasonStream, seasonId)
      const events = await decide(roundIn(state, roundId), state.season)
      return { happenings: events.map((event): SeasonHappening => ({ of: 'season', at, event })) }
    })
  }
}
