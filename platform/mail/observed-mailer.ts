import type { Delivery, Mailer } from './mailer.ts'

export function observedMailer(mailer: Mailer, onDelivery: (delivery: Delivery) => void): Mailer {
  const observed =
    <Given extends readonly unknown[]>(send: (...given: Given) => Promise<Delivery>) =>
    async (...given: Given) => {
      const delivery = await send(...given)
      onDelivery(delivery)
      return delivery
    }
  return { ...mailer, send: observed(mailer.send), sendAtOnce: observed(mailer.sendAtOnce) }
}
