import { type Static, Type } from 'typebox'
import type { Endpoints } from './endpoint.ts'
import { IdParams, Message } from './schema.ts'

const OpeningBody = Type.Object({
  /** Wall-clock time `YYYY-MM-DDTHH:MM` in the zone of the sport, or an instant with offset or Z. */
  opensAt: Type.String({ maxLength: 40, 'x-sentence': 'The time is required' }),
})

export const openingEndpoints = {
  'PUT /admin/rounds/{id}/opening': {
    access: 'admin',
    params: IdParams,
    body: OpeningBody,
    response: { 200: Message },
    summary: 'Let a draft open by itself',
    description:
      'From that time on the draft opens as if an admin activated it, and the links go out. Sports of a season that open at the same time share a mail. If it cannot be opened then, `opening_failed` in its row says why, and it is not tried again.',
    refuses: ['wrongState'],
  },
  'DELETE /admin/rounds/{id}/opening': {
    access: 'admin',
    params: IdParams,
    response: { 200: Message },
    summary: 'Let a draft no longer open by itself',
    description: 'Takes the time away, also one at which the draft could not be opened.',
    refuses: ['wrongState'],
  },
} satisfies Endpoints

export type OpeningBody = Static<typeof OpeningBody>
