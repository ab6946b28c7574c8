import { Refusal } from '../../domain/refusal.ts'
import { pickedIn, pickedResultOf } from '../../domain/season-story/picked.ts'
import { raceOf } from '../../domain/season-story/race.ts'
import { statisticsOf } from '../../domain/season-story/statistics.ts'
import type { SeasonView } from '../../projections/boards/season-facts.ts'
import { findRound } from '../../projections/now/rounds.ts'
import { findAnswer, sendKept } from '../answers/boards.ts'
import { findRecap } from '../answers/recaps.ts'
import { presentPicked, presentRace, presentStatistics } from '../presenters/season-story.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function seasonStoryRoutes(app: App, services: Pick<Services, 'read' | 'boards' | 'cache'>): void {
  serve(app, 'GET /public/rounds/{id}/statistics', async (request, reply) => {
    const { id } = request.params
    const { seasonId } = (await findRound(services.read, id))?.round ?? {}
    if (seasonId === undefined) throw new Refusal('sport-not-found')
    const answer = await findAnswer(services, seasonId, `picked in ${id} of`, (season) => {
      const round = season.rounds.find(({ roundId }) => roundId === id)
      if (round === undefined) throw new Refusal('sport-not-found')
      const picked = pickedIn(season, round)
      if (picked === null) throw new Refusal('picks-hidden')
      return JSON.stringify(presentPicked(picked, pickedResultOf(season, round, picked)))
    })
    return sendKept(request, reply, answer)
  })

  serve(app, 'GET /public/seasons/{id}/recap', async (request, reply) =>
    sendKept(request, reply, await findRecap(services, request.params.id)),
  )

  tell('GET /public/seasons/{id}/statistics', (season) => presentStatistics(statisticsOf(season)))
  tell('GET /public/seasons/{id}/race', (season) => presentRace(raceOf(season), season.table))

  function tell(
    name: `GET /public/seasons/{id}/${'statistics' | 'race'}`,
    of: (season: SeasonView) => unknown,
  ) {
    serve(app, name, async (request, reply) => {
      const answer = await findAnswer(services, request.params.id, name, (season) =>
        JSON.stringify(of(season)),
      )
      return sendKept(request, reply, answer)
    })
  }
}
