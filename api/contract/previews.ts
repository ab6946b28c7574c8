import { type Static, Type } from 'typebox'
import { command, section } from './endpoint.ts'
import { CompleteBody } from './rounds.ts'
import { Id, Nullable } from './schema.ts'
import { SettingsBody } from './settings.ts'

const Ranked = Type.Object({
  points: Type.Integer(),
  rank: Type.Integer(),
  /** What the sport gives that the preview is about. */
  here: Type.Optional(Type.Integer()),
  dropped: Type.Optional(Type.Literal(true)),
})

/** Old and new points and ranks. Null where the player is not in the season before, or no longer after. */
export const Effect = Type.Object(
  {
    seasonId: Id,
    name: Type.String(),
    players: Type.Array(
      Type.Object({ userId: Id, name: Type.String(), before: Nullable(Ranked), after: Nullable(Ranked) }),
    ),
  },
  { title: 'Effect' },
)

export const Preview = Type.Object(
  {
    /** Of the log that it was made from: name it as `seenPosition` when the change is made. */
    position: Type.String(),
    seasons: Type.Array(Effect),
  },
  { title: 'Preview' },
)

export const previewEndpoints = section('Previews', 'admin', {
  'POST /admin/previews/settings': command(
    'Preview new settings. Takes the body that saves the settings and returns the standings before and after. Nothing is saved. Name `position` as `seenPosition` when you save.',
    { body: SettingsBody, response: { 200: Preview } },
  ),
  'POST /admin/previews/rounds/{id}/complete': command(
    'Preview a result. Takes the body that completes the sport and returns the standings before and after. Nothing is saved. What completing would refuse is refused here too.',
    { body: CompleteBody, response: { 200: Preview }, refuses: ['wrongState'] },
  ),
  'POST /admin/previews/rounds/{id}/correct': command(
    'Preview a corrected result. Takes the body that corrects the result and returns the standings as published and with the other result. Nothing is saved, and no reason is needed yet.',
    { body: CompleteBody, response: { 200: Preview }, refuses: ['wrongState'] },
  ),
  'POST /admin/previews/rounds/{id}/unlock': command(
    'Preview an unlock. Returns the standings before and after an unlock. Nothing is saved.',
    { response: { 200: Preview }, refuses: ['wrongState'] },
  ),
})

export type Effect = Static<typeof Effect>
export type Preview = Static<typeof Preview>
