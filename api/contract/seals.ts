import { type Static, Type } from 'typebox'
import { read, section } from './endpoint.ts'
import { lateSeal } from './receipts.ts'
import { Instant } from './schema.ts'

const SealParams = Type.Object({ head: Type.String({ maxLength: 64 }) })

const Seal = Type.Object({
  head: Type.String(),
  at: Instant,
  covers: Type.Object({
    events: Type.Integer(),
    firstAt: Instant,
    lastAt: Instant,
  }),
  locks: Type.Array(
    Type.Object({ roundId: Type.Integer(), sportName: Type.String(), lockedAt: Instant, lateSeal }),
  ),
  stillVerifies: Type.Boolean(),
})

export const sealEndpoints = section('Picks', 'public', {
  'GET /public/seals/{head}': read(
    Seal,
    'Check a seal. Takes 16 to 64 hex digits of a seal, such as a mail has it, and computes the hash chain again from the log. `lateSeal` at a lock says that its last pick was sealed more than a minute after it. If two seals begin with these digits, the later one is returned. 404 for digits that no seal of this log ever had. The log is read again when the last reading is a minute old.',
    { params: SealParams },
  ),
})

export type Seal = Static<typeof Seal>
