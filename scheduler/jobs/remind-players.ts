import { v5 as uuidv5 } from 'uuid'
import { caughtUp } from '../../commands/caught-up.ts'
import type { Instant } from '../../domain/event.ts'
import { notices, remindOnTime } from '../../domain/rounds/asking.ts'
import { type DueReminder, dueReminders, type ReminderTimes } from '../../domain/rounds/reminders.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { Reminders } from '../../domain/settings/settings.ts'
import { load, transact } from '../../platform/event-store/transact.ts'
import { refusedAddresses } from '../../platform/mail/refused-addresses.ts'
import { timeOfToday } from '../../platform/time/time-zone.ts'
import { playersToRemind, roundsToRemind } from '../../projections/now/reminders.ts'
import type { Services } from '../services.ts'
import { eachRound } from './job.ts'

const REMINDERS = '7d0c58a1-95f4-4d33-8f0e-3c1be8a7c3d4'

type DueInRound = { roundId: number; seasonId: number; times: ReminderTimes; due: DueReminder[] }

/** The command's id is made of round, kind and slot. */
export async function remindPlayers(services: Services): Promise<void> {
  if ((await findDue(services, services.clock.now())).length === 0) return
  // The tables may not show yet who has picked.
  await caughtUp(services)
  const now = services.clock.now()
  await eachRound(await findDue(services, now), (found) => remindInRound(services, found, now))
}

async function findDue({ read }: Services, now: Instant): Promise<DueInRound[]> {
  const { reminders, rounds } = await roundsToRemind(read, now)
  const todayIn = daysByZone(reminders, now)
  return rounds
    .map(({ roundId, seasonId, timeZone, locksAt, armedAt, done }) => {
      const times: ReminderTimes = { settings: reminders, locksAt, today: todayIn(timeZone), armedAt }
      return { roundId, seasonId, times, due: dueReminders(done, times, now) }
    })
    .filter(({ due }) => due.length > 0)
}

function daysByZone({ dailyAt }: Reminders, now: Instant): (timeZone: string) => ReminderTimes['today'] {
  const known = new Map<string, ReminderTimes['today']>()
  return (timeZone) => {
    const today = known.get(timeZone) ?? timeOfToday(now, timeZone, dailyAt)
    known.set(timeZone, today)
    return today
  }
}

async function remindInRound(
  services: Services,
  { roundId, seasonId, times, due }: DueInRound,
  now: Instant,
) {
  const { store, read, privateSchema } = services
  const recipients = await playersToRemind(read, roundId, await refusedAddresses(privateSchema))
  const state = await load(store, seasonStream, seasonId)
  const context = { round: roundIn(state, roundId), season: state.season }
  for (const { kind, slot } of due) {
    await transact(store, {
      aggregate: notices,
      id: [roundId],
      command: {
        id: uuidv5(`${roundId}/${kind}/${slot}`, REMINDERS),
        actor: { kind: 'scheduler' },
        occurredAt: now,
      },
      decide: (done) => remindOnTime(done, context, { kind, slot }, { times, recipients, now }),
    })
  }
}
