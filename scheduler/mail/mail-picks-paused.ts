import { lastRead } from '../../platform/mail/outbox-recall.ts'
import { later } from '../../platform/time/clock.ts'
import { idIn, type Read } from '../../projections/engine/read-model.ts'
import { rowStatusAt } from '../../projections/read-models/rounds.ts'
import { participantsOf } from './mail-facts.ts'
import { NEWS_LAST_MS } from './mail-news.ts'
import type { TemplateName } from './mail-templates.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

/** Nobody hears of a slip that is taken back by then. */
const HOLD_MS = 60_000

/** That links do not work at the moment, to those who have not heard so. */
export async function mailPicksPaused(
  context: PolicyContext,
  event: EventOf<
    'SeasonDeactivated' | 'SeasonDeleted' | 'RoundDeleted' | 'ParticipantRemoved' | 'PlayerDeactivated'
  >,
): Promise<MailToPlayers[]> {
  const mails = await tell(context, event, 'picks-paused', (last) => last !== 'picks-paused')
  return mails.map((mail) => ({ ...mail, dueAt: later(event.metadata.occurredAt, HOLD_MS) }))
}

/** That they work again, to those who have heard that they do not. */
export const mailPicksResumed = (
  context: PolicyContext,
  event: EventOf<'SeasonActivated' | 'RoundRestored' | 'ParticipantAdded' | 'PlayerReactivated'>,
): Promise<MailToPlayers[]> => tell(context, event, 'picks-resumed', (last) => last === 'picks-paused')

async function tell(
  { read, privateSchema, now }: PolicyContext,
  event: EventOf<Parameters<typeof mailPicksPaused | typeof mailPicksResumed>[1]['type']>,
  template: TemplateName,
  isNews: (lastRead: string | undefined) => boolean,
): Promise<MailToPlayers[]> {
  const { occurredAt } = event.metadata
  const uselessAt = later(occurredAt, NEWS_LAST_MS)
  if (uselessAt <= now) return []
  const roundId = 'roundId' in event.data ? event.data.roundId : null
  const mails: MailToPlayers[] = []
  for (const seasonId of await seasonsOf(read, event)) {
    if (!(await hasOpenSport(read, { seasonId, roundId }, occurredAt))) continue
    const last = await lastRead(privateSchema, { seasonId, roundId }, ['picks-paused', 'picks-resumed'])
    const playerIds = (await concerned(read, event, seasonId)).filter((id) => isNews(last.get(id)))
    mails.push({ template, seasonId, roundId, playerIds, uselessAt })
  }
  return mails
}

const isOfPlayer = ({ type }: EventOf) => type === 'PlayerDeactivated' || type === 'PlayerReactivated'

async function seasonsOf(read: Read, event: EventOf): Promise<number[]> {
  if (!isOfPlayer(event)) return [idIn(event)]
  const rows = await read
    .selectFrom('participants')
    .select('season_id')
    .where('player_id', '=', idIn(event))
    .orderBy('season_id')
    .execute()
  return rows.map(({ season_id }) => season_id)
}

async function concerned(read: Read, event: EventOf, seasonId: number): Promise<number[]> {
  if (isOfPlayer(event)) return [idIn(event)]
  if ('playerId' in event.data && typeof event.data.playerId === 'number') return [event.data.playerId]
  const participants = await participantsOf(read, seasonId)
  return participants.flatMap(({ id, is_active }) => (is_active === 1 ? [id] : []))
}

/** Whatever became of its season. With a round, of that one alone, deleted or not. */
async function hasOpenSport(
  read: Read,
  { seasonId, roundId }: { seasonId: number; roundId: number | null },
  at: string,
): Promise<boolean> {
  const ofSeason = read
    .selectFrom('rounds')
    .selectAll()
    .where('season_id', '=', seasonId)
    .where('cancelled_at', 'is', null)
  const rounds =
    roundId === null ? ofSeason.where('deleted_at', 'is', null) : ofSeason.where('id', '=', roundId)
  return (await rounds.execute()).some((round) => rowStatusAt(round, at) === 'active')
}
