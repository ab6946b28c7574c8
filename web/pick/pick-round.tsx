import { useQueryClient } from '@tanstack/react-query'
import { type PropsWithChildren, Suspense, useEffect, useState } from 'react'
import type { OwnPick } from '../../api/contract/picks.ts'
import { type Opened, ownPickQuery } from '../server/public-queries.ts'
import { lazyPart } from '../shell/lazy-screen.tsx'
import { useThisPlayer } from '../this-player.ts'
import { HiddenUntilLock } from '../ui/hidden-until-lock.tsx'
import { Hint } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import { LeaveGuard } from './form/leave-guard.tsx'
import { PickForm } from './form/pick-form.tsx'
import { usePickSaving, withSaved } from './form/pick-saving.ts'
import { LockPanel } from './lock-panel.tsx'
import styles from './pick-page.module.css'
import { countingPicks, type Draft } from './pick-texts.ts'
import { ChangedNotice, ClosedNotice } from './saved/change-notices.tsx'
import { PickReceipt } from './saved/pick-receipt.tsx'
import { PickSaved } from './saved/pick-saved.tsx'

// Most players pick before the lock. The page is useful without this file.
const AfterLock = lazyPart(
  'AfterLock',
  () => import('../story/after-lock.tsx'),
  ({ children }) => <>{children}</>,
)
const MySports = lazyPart('MySports', () => import('./saved/my-sports.tsx'))

type PickRoundProps = { token: string; link: Opened<OwnPick>; isLocking: boolean }

export function PickRound({ token, link, isLocking }: PickRoundProps) {
  // Nobody picks from the lock time on, though the last answer may be older.
  const pick = isLocking ? { ...link, closed: link.closed ?? 'Picks are locked' } : link
  const { round, closed, renames } = pick
  const queries = useQueryClient()
  const { queryKey } = ownPickQuery(token)
  const saving = usePickSaving(token, pick, {
    edits: useState<Draft | null>(null),
    queryKey,
    onSaved: (saved) => queries.setQueryData(queryKey, (old) => old && withSaved(old, saved)),
  })
  const remember = useThisPlayer((state) => state.remember)
  useEffect(() => remember(pick.user.id), [remember, pick.user.id])
  const { isUnsaved, isChangedElsewhere } = saving
  const isForm = closed === null && saving.isEditing
  const several = countingPicks(pick).length > 1
  const kept = !pick.currentPick ? (
    <PickReceipt of={pick} />
  ) : (
    !isForm && (
      <PickSaved
        pick={pick}
        title={savedTitle(several, closed !== null, isChangedElsewhere)}
        isNew={saving.isSaved}
        onChange={saving.change}
      />
    )
  )
  return (
    <>
      <div>
        <p className={styles.greeting}>{greetingOf(pick, isForm, saving.isSaved && !isChangedElsewhere)}</p>
        <h1 translate="no">{round.sportName}</h1>
        {closed === null && <Hint size="m">{pick.worth}</Hint>}
        <Hint size="m">
          <Name of={round.seasonName} /> · <Link to={`/rules?season=${pick.seasonId}`}>Rules</Link>
        </Hint>
        {closed === null && <HiddenUntilLock fromAdmins={pick.picksSealed === 1} />}
        {renames && (
          <Hint size="m">
            Renamed by an admin, was <Name of={renames.at(-1)?.from ?? ''} />
          </Hint>
        )}
      </div>
      <LockPanel pick={pick} clockAheadMs={link.clockAheadMs} isLocking={isLocking} />
      {isChangedElsewhere && <ChangedNotice pick={pick} seen={saving.seen} />}
      {closed !== null && (
        <ClosedNotice
          pick={pick}
          unsaved={isUnsaved && !saving.isSaving ? saving.unsaved : []}
          late={saving.isLate}
          isLocking={isLocking}
        />
      )}
      <LeaveGuard unsaved={isUnsaved && isForm} />
      {isForm && <PickForm pick={pick} saving={saving} />}
      {closed === null || isLocking ? (
        kept
      ) : (
        <Closed pick={pick} token={token}>
          {kept}
        </Closed>
      )}
      <Suspense>
        <MySports pick={pick} token={token} />
      </Suspense>
    </>
  )
}

function Closed({ pick, token, children }: PropsWithChildren<{ pick: OwnPick; token: string }>) {
  const waiting = (
    <>
      {pick.result && <Skeleton shape="block" />}
      {children}
    </>
  )
  return (
    <Suspense fallback={waiting}>
      <AfterLock pick={pick} token={token}>
        {children}
      </AfterLock>
    </Suspense>
  )
}

function greetingOf({ user, currentPick, closed }: OwnPick, isForm: boolean, isSaved: boolean) {
  if (isForm) return `Hi ${user.name}, ${currentPick ? 'change' : 'make'} your pick for`
  return isSaved && closed === null ? `Thank you, ${user.name}` : `Hi ${user.name}`
}

function savedTitle(several: boolean, closed: boolean, changedElsewhere: boolean) {
  if (closed) return several ? 'Your picks' : 'Your pick'
  if (changedElsewhere) return several ? 'These picks count now' : 'This pick counts now'
  return several ? 'Your picks are in!' : 'Your pick is in!'
}
