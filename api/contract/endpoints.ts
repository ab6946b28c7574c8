import type { Static, TSchema } from 'typebox'
import { adminEndpoints } from './admins.ts'
import { authEndpoints } from './auth.ts'
import { calendarEndpoints } from './calendar.ts'
import { copyingEndpoints } from './copying.ts'
import { explanationEndpoints } from './explanations.ts'
import { hallEndpoints } from './hall.ts'
import { healthEndpoints } from './health.ts'
import { historyEndpoints } from './history.ts'
import { joiningEndpoints } from './joining.ts'
import { leaderboardEndpoints } from './leaderboards.ts'
import { messageEndpoints } from './messages.ts'
import { myLinkEndpoints, myPageEndpoints } from './my-page.ts'
import { operationEndpoints } from './operations.ts'
import { outboxEndpoints } from './outbox.ts'
import { pickStoryEndpoints } from './pick-stories.ts'
import { pickEndpoints } from './picks.ts'
import { playerEndpoints } from './players.ts'
import { previewEndpoints } from './previews.ts'
import { receiptEndpoints } from './receipts.ts'
import { recordEndpoints } from './record.ts'
import { roundMailEndpoints } from './round-mail.ts'
import { openingEndpoints } from './round-openings.ts'
import { roundEndpoints } from './rounds.ts'
import { rulesEndpoints } from './rules.ts'
import { sampleDataEndpoints } from './sample-data.ts'
import { sealingEndpoints } from './sealing.ts'
import { sealEndpoints } from './seals.ts'
import { seasonStoryEndpoints } from './season-story.ts'
import { seasonEndpoints, seasonPreviewEndpoints } from './seasons.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { sessionEndpoints } from './sessions.ts'
import { settingsEndpoints } from './settings.ts'
import { undoEndpoints } from './undo.ts'

/** Everything that can be asked of the server: it registers its routes from here, and the client and the tests are typed by it. */
export const endpoints = {
  ...settingsEndpoints,
  ...authEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...adminEndpoints,
  ...playerEndpoints,
  ...seasonEndpoints,
  ...joiningEndpoints,
  ...copyingEndpoints,
  ...rulesEndpoints,
  ...sealingEndpoints,
  ...recordEndpoints,
  ...roundEndpoints,
  ...openingEndpoints,
  ...roundMailEndpoints,
  ...messageEndpoints,
  ...pickEndpoints,
  ...myPageEndpoints,
  ...myLinkEndpoints,
  ...receiptEndpoints,
  ...sealEndpoints,
  ...pickStoryEndpoints,
  ...leaderboardEndpoints,
  ...seasonStoryEndpoints,
  ...hallEndpoints,
  ...calendarEndpoints,
  ...explanationEndpoints,
  ...previewEndpoints,
  ...seasonPreviewEndpoints,
  ...historyEndpoints,
  ...undoEndpoints,
  ...outboxEndpoints,
  ...operationEndpoints,
  ...sampleDataEndpoints,
  ...healthEndpoints,
}

export type EndpointName = keyof typeof endpoints

type Table = typeof endpoints

export type Answer<Name extends EndpointName> = DoneIn<Table[Name]['response']>

type DoneIn<Response> = {
  [Status in keyof Response]: Status extends 200 | 201 | 202 ? ShapeOf<Response[Status]> : never
}[keyof Response]

type ShapeOf<Schema> = Schema extends TSchema ? Static<Schema> : never

export type NameWith<Part extends 'body' | 'querystring'> = {
  [Name in EndpointName]: Part extends keyof Table[Name] ? Name : never
}[EndpointName]

export type BodyOf<Name extends EndpointName> = Table[Name] extends { body: infer Body }
  ? ShapeOf<Body>
  : never

export type QueryOf<Name extends EndpointName> = Table[Name] extends { querystring: infer Query }
  ? { [Key in keyof ShapeOf<Query>]?: string | number | boolean | undefined }
  : never

export type PathOf<Name extends EndpointName> = Table[Name] extends { params: infer Params }
  ? ValuesIn<Name, ShapeOf<Params>>
  : []

type ValuesIn<Path extends string, Params> = Path extends `${string}{${infer Key}}${infer Rest}`
  ? [Key extends keyof Params ? Params[Key] : never, ...ValuesIn<Rest, Params>]
  : []
