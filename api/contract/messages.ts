import { type Static, Type } from 'typebox'
import { command, section } from './endpoint.ts'
import { Choice, Id, Text } from './schema.ts'

const MessageBody = Type.Object(
  {
    seasonId: Id,
    audience: Choice('audience', ['all', 'not_picked', 'picked', 'chosen']),
    /** Whose picks are meant. Needed for `picked` and `not_picked`. */
    roundId: Type.Optional(Id),
    /** Needed for `chosen`. */
    playerIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    subject: Text('The subject', 1, 120),
    /** Plain text. Line breaks stay. */
    text: Text('The message', 1, 2000),
    /** Answers go to the admin who sends it. */
    replyTo: Type.Optional(Type.Literal(true)),
  },
  {
    title: 'MessageBody',
    examples: [{ seasonId: 1, audience: 'all', subject: 'Dinner on Friday', text: 'We meet at seven.' }],
  },
)

const MessagePreview = Type.Object({
  /** Addresses: those who share one get one mail. */
  mails: Type.Integer(),
  /** Addresses of several recipients. */
  households: Type.Integer(),
  /** That takes mail. */
  withoutAddress: Type.Array(Type.String()),
  /** Who want no messages. */
  declined: Type.Array(Type.String()),
  subject: Type.String(),
  html: Type.String(),
  text: Type.String(),
})

const Sent = Type.Object({ id: Id, recipientCount: Type.Integer(), message: Type.String() })

export const messageEndpoints = section('Messages', 'admin', {
  'POST /admin/previews/message': command(
    'Preview a message. Takes the body that sends it. Returns the mail as it would go out, how many would go out, and who would get none.',
    { body: MessageBody, response: { 200: MessagePreview }, refuses: ['wrongState', 'notFound'] },
  ),
  'POST /admin/messages': command(
    'Send a message to players of a season. It waits for a minute and then goes out, once to each address. Who declines messages, leaves or is deactivated within the minute is left out. It is refused while the season is not running, while email notifications are off, and where nobody would get it.',
    { body: MessageBody, response: { 201: Sent }, refuses: ['wrongState', 'notFound'] },
  ),
  'POST /admin/messages/{id}/withdraw': command(
    'Withdraw a message. Any admin can do so within a minute: nobody gets it. Then it has gone out.',
    { refuses: ['wrongState'] },
  ),
})
export type MessageBody = Static<typeof MessageBody>
export type MessagePreview = Static<typeof MessagePreview>
