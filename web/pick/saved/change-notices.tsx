import type { OwnPick } from '../../../api/contract/picks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatInZone } from '../moment.ts'
import { countingPicks } from '../pick-texts.ts'

type ChangedNoticeProps = {
  pick: OwnPick
  seen: string | undefined
}

export function ChangedNotice({ pick, seen }: ChangedNoticeProps) {
  const { versions = [], receipt, round } = pick
  const change = versions.find(({ code }) => code === receipt?.code) ?? versions[0]
  const former = versions.find(({ code }) => code === seen)?.picks
  if (!change) return null
  const by = change.savedBy === 'admin' ? 'by an admin' : 'in another tab or on another device'
  return (
    <Notice
      tone="warning"
      title={`${receipt ? (seen ? 'Changed' : 'Saved') : 'Removed'} ${by}, ${formatInZone(change.savedAt, round.offsets)}`}
    >
      {former && (
        <p>
          It was <Name of={former.join(', ')} />.
        </p>
      )}
    </Notice>
  )
}

type ClosedNoticeProps = {
  pick: OwnPick
  unsaved: readonly string[]
  late: boolean
  isLocking: boolean
}

export function ClosedNotice({ pick, unsaved, late, isLocking }: ClosedNoticeProps) {
  const { closed, lockedAt, seasonId, cancelled } = pick
  return (
    <>
      {unsaved.length > 0 && (
        <Notice tone="danger" title={`Not saved: ${unsaved.join(', ')}`}>
          {late ? `It came too late. ${closed}.` : 'You chose it here but did not save it in time.'}
        </Notice>
      )}
      {cancelled ? (
        <Notice tone="warning" title="This sport was cancelled">
          <p>
            {cancelled.reason === null ? 'No reason was given.' : <q translate="no">{cancelled.reason}</q>}
          </p>
          <p>It counts for nobody. Your pick is kept in case the sport is played after all.</p>
        </Notice>
      ) : (
        lockedAt === null && (
          <Notice tone="warning" title={isLocking ? 'Locking…' : 'Picks are closed'}>
            {isLocking ? 'Nobody can pick any more. In a moment everybody sees the picks' : closed}.
          </Notice>
        )
      )}
      {!isLocking && countingPicks(pick).length === 0 && (
        <Notice
          title={lockedAt ? 'You saved no pick before the lock.' : 'You have no pick for this sport.'}
          action={
            <ButtonLink to={`/?season=${seasonId}`} variant="secondary">
              See the standings
            </ButtonLink>
          }
        />
      )}
    </>
  )
}
