import type { Instant } from '../../../domain/event.ts'
import type { MailRow } from '../../../platform/database/private-schema.ts'
import type { Delivery, Mailer } from '../../../platform/mail/mailer.ts'
import type { Chance } from './chance.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Weather } from './weather.ts'

/** A mail that was handed over, and what the mail server let us know. */
export type HandedOver = { mail: MailRow; at: Instant; told: 'sent' | 'unknown' }

export type FaultyMailer = Mailer & { handedOver: HandedOver[] }

const REPLY = 'simulated'
const TURNS_MAX = 10

/** A mail server that is late, refuses for now or for good, and takes a mail, or loses it, without ever saying so. */
export function faultyMailer({
  chance,
  weather,
  time,
}: {
  chance: Chance
  weather: Weather
  time: VirtualTime
}): FaultyMailer {
  const handedOver: HandedOver[] = []
  const send: Mailer['send'] = (mail, handOver) =>
    time.busy(async (): Promise<Delivery> => {
      await time.turns(chance.between(0, TURNS_MAX))
      if (chance.happens(weather.mailRefused)) {
        return { state: 'refused', reply: REPLY, final: chance.happens(0.3) }
      }
      try {
        await handOver()
      } catch {
        return { state: 'refused', reply: REPLY, final: false }
      }
      const told = chance.happens(weather.mailUnknown) ? 'unknown' : 'sent'
      handedOver.push({ mail, at: new Date().toISOString(), told })
      await time.turns(chance.between(0, TURNS_MAX))
      return { state: told, reply: REPLY }
    })
  return {
    delivery: 'smtp',
    handedOver,
    send,
    sendAtOnce: (mail) => send(mail, async () => {}),
    isOpen: () => true,
    close: () => {},
  }
}
