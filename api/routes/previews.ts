import { Refusal } from '#domain/refusal'
import { type Round, type RoundEvent, round } from '#domain/round'
import { completeRound, correctRound, unlockRound } from '#domain/round-decisions'
import { type Season, season } from '#domain/season'
import type { SeasonHappening } from '#domain/season-past'
import { changeSettings, settings } from '#domain/settings'
import type { App } from '../app.ts'
import { current } from '../command.ts'
import { Preview } from '../contract/previews.ts'
import { CompleteBody } from '../contract/rounds.ts'
import { IdParams } from '../contract/schema.ts'
import { SettingsBody } from '../contract/settings.ts'
import { placedPlayers } from '../lookups.ts'
import { type Hypothesis, previewOf } from '../previews.ts'
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
      previewOf(services, at, async () => {
        const state = await current(services, settings)
        const events = changeSettings(state, changedSettings(state, body))
        const happenings = events.map((event): SeasonHappening => ({ of: 'settings', at, event }))
        return { seasonId: null, happenings }
      }),
  )

  app.post(
    '/admin/previews/rounds/:id/complete',
    { config, schema: { params: IdParams, body: CompleteBody, response } },
    async ({ params, body, receivedAt: now }) =>
      previewOf(services, now, async () => {
        const result = resultOf(body)
        const placed = await placedPlayers(services, params.id, result.placements)
        return ofRound(params.id, now, (state, inSeason) =>
          completeRound(state, inSeason, result, { now, ...placed }),
        )
      }),
  )

  app.post(
    '/admin/previews/rounds/:id/correct',
    { config, schema: { params: IdParams, body: CompleteBody, response } },
    async ({ params, body, receivedAt }) =>
      previewOf(services, receivedAt, async () => {
        const result = resultOf(body)
        const placed = await placedPlayers(services, params.id, result.placements)
        return ofRound(params.id, receivedAt, (state, inSeason) =>
          correctRound(state, inSeason, result, placed),
        )
      }),
  )

  app.post(
    '/admin/previews/rounds/:id/unlock',
    { config, schema: { params: IdParams, response } },
    async ({ params, receivedAt }) =>
      previewOf(services, receivedAt, () => ofRound(params.id, receivedAt, unlockRound)),
  )

  async function ofRound(
    roundId: number,
    at: string,
    decide: (state: Round, inSeason: Season) => RoundEvent[],
  ): Promise<Hypothesis> {
    const state = await current(services, round, roundId)
    if (!('seasonId' in state)) throw new Refusal('not_found', 'Sport not found')
    const { seasonId } = state
    const events = decide(state, await current(services, season, seasonId))
    const happenings = events.map((event): SeasonHappening => ({ of: 'round', at, roundId, event }))
    return { seasonId, happenings }
  }
}
