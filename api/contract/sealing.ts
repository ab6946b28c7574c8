import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { command, section } from './endpoint.ts'
import { PickItems } from './picks.ts'
import { Id, Reason, ReasonBody } from './schema.ts'

const LookBody = Type.Object({
  playerIds: Type.Array(Id, {
    minItems: 1,
    maxItems: 1000,
    'x-refusal': refused('players-to-choose', { min: 1, max: 1000 }),
  }),
  reason: Reason,
})

const Looked = Type.Object({
  message: Type.String(),
  picks: Type.Array(
    Type.Object({ userId: Id, name: Type.String(), pickItems: PickItems.properties.pickItems }),
  ),
})

export const sealingEndpoints = section('Sealing', 'admin', {
  'POST /admin/seasons/{id}/seal-picks': command(
    'Hide picks from admins. From now on admins only see that a pick was made for an open sport, never which. That holds for every answer of this server. It can be done at any time before the season ends.',
    { refuses: ['wrongState', 'notFound'] },
  ),
  'POST /admin/seasons/{id}/unseal-picks': command(
    'Show picks to admins. Lets admins see picks before the lock again. It takes a reason, which everybody can read, and is refused while a sport is open, also one that was deleted.',
    { body: ReasonBody, refuses: ['wrongState', 'notFound'] },
  ),
  'POST /admin/rounds/{id}/look': command(
    'Look at hidden picks. Returns the picks of these players for an open sport of a season whose picks are hidden from admins. Everybody can see who looked at whose pick, and why; each player gets a mail when an admin looks for the first time. It cannot be undone. It is refused where the picks are not hidden, and once the sport has locked.',
    { body: LookBody, response: { 200: Looked }, refuses: ['wrongState', 'notFound'] },
  ),
})
export type Looked = Static<typeof Looked>
