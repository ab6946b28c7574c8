import { randomUUID } from 'node:crypto'
import { receiptCode } from '../../../domain/picks/receipt.ts'
import { applicationForTest } from '../application.ts'
import { settableClock } from '../clock.ts'
import { temporaryFolder } from '../folder.ts'
import { withFolder } from '../log.ts'
import { aLeague } from './a-league.ts'
import { JWT_SECRET } from './running.ts'

/** Bob has picked. While no server ran, the owner of the database added Ann's pick, 'saved' one second before the lock. */
export async function leagueWithLatePick() {
  const { path: dataDir, remove } = await temporaryFolder()
  const clock = settableClock('2027-01-20T17:00:00.000Z')
  const plan = aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-01-20T18:00:00.000Z' })
  const league = await plan.withPicks({ Bob: ['Reds'] }).start({ clock, dataDir })
  const { roundId, seasonId, idOf } = league
  await league.close()
  const [id, playerId, submittedAt] = [randomUUID(), idOf('Ann'), '2027-01-20T17:59:59.000Z']
  const metadata = {
    ...{ commandId: id, correlationId: id, causationId: id, occurredAt: submittedAt },
    actor: { kind: 'player' as const, id: playerId },
  }
  const data = { roundId, playerId, submittedAt, picks: ['Blues'] }
  const stream = `pick-${roundId}-${playerId}`
  await withFolder(dataDir, ({ store }) =>
    store.append(stream, [{ type: 'PickSubmitted', data, id, metadata }], 'no_stream'),
  )
  clock.set('2027-01-20T18:03:50.000Z')
  const application = await applicationForTest({ clock, dataDir, config: { jwtSecret: JWT_SECRET } })
  const close = async () => {
    await application.close()
    await remove()
  }
  const late =
    'sealed 4 minutes after the lock, perhaps because no server ran: no seal proves that it was in time'
  return {
    ...{ application, dataDir, clock, roundId, seasonId, idOf },
    code: receiptCode(id),
    stream,
    late,
    close,
  }
}
