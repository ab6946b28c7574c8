import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, section } from './endpoint.ts'

const OpeningBody = Type.Object({
  /** Wall-clock time `YYYY-MM-DDTHH:MM` in the zone of the sport, or an instant with offset or Z. */
  opensAt: Type.String({ maxLength: 40, 'x-refusal': refused('field-required', { name: 'The time' }) }),
})

export const openingEndpoints = section('Sports', 'admin', {
  'PUT /admin/rounds/{id}/opening': command(
    'Schedule the opening of a draft. At that time the draft opens as if an admin activated it, and the links go out. Sports of a season that open at the same time share a mail. If it cannot be opened then, `opening_failed` in its row says why, and it is not tried again.',
    { body: OpeningBody, refuses: ['wrongState'] },
  ),
  'DELETE /admin/rounds/{id}/opening': command(
    'Cancel the scheduled opening of a draft. Removes the time, also one at which the draft could not be opened.',
    { refuses: ['wrongState'] },
  ),
})

export type OpeningBody = Static<typeof OpeningBody>
