import { recapOf } from '../../domain/season-story/recap.ts'
import type { Recap } from '../contract/season-story.ts'
import { presentRecap } from '../presenters/season-story.ts'
import type { Services } from '../server/services.ts'
import { findAnswer } from './boards.ts'

type Uses = Pick<Services, 'boards' | 'cache'>

export const findRecap = (services: Uses, seasonId: number) =>
  findAnswer(services, seasonId, 'recap', (season) => JSON.stringify(presentRecap(recapOf(season))))

/** Where a page is written. As kept, because who has won for sure takes long to find out. */
export async function sentencesOfRecap(services: Uses, seasonId: number): Promise<readonly string[]> {
  const found = await findRecap(services, seasonId)
  const recap: Recap = found && JSON.parse(found.body.toString())
  return recap?.sentences ?? []
}
