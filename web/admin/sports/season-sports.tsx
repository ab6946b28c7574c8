import { useQuery } from '@tanstack/react-query'
import type { RoundList } from '../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../api/contract/seasons.ts'
import type { Settings } from '../../../api/contract/settings.ts'
import { ownZone } from '../../browser/formats.ts'
import { useKept } from '../../draft.ts'
import { useLocking } from '../../locking.ts'
import { api, query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyCard } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Asked, Loaded } from '../../ui/waiting/loaded.tsx'
import { DeletedCard } from '../parts/deleted-card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Section } from '../parts/section.tsx'
import { SeasonSelect } from '../seasons/season-select.tsx'
import { isOpen } from '../seasons/season-text.ts'
import { ActivateSeveralDialog } from './activate/activate-several-dialog.tsx'
import { CopySportsDialog } from './copy/copy-sports-dialog.tsx'
import { AddSportDialog } from './edit/add-sport-dialog.tsx'
import { SportDialog } from './sport-dialog.tsx'
import type { SportAction } from './sport-menu.tsx'
import { hasLockPassed, isPlayed, opensByItself } from './sport-order.ts'
import styles from './sports.module.css'
import { SportsList } from './sports-list.tsx'

type SeasonSportsProps = {
  season: SeasonList[number]
  seasons: SeasonList
  onSelect: (seasonId: number) => void
}

type Open =
  | { kind: 'add' }
  | { kind: 'copy' }
  | { kind: 'activate several' }
  | { kind: SportAction; roundId: number }

export function SeasonSports({ season, seasons, onSelect }: SeasonSportsProps) {
  // Picks come in and lock times pass while the page is open.
  const rounds = useQuery({ ...query('GET /admin/rounds/season/{id}', season.id), refetchInterval: 30_000 })
  useLocking(rounds.data, rounds.refetch)
  const settings = useQuery(query('GET /admin/settings'))
  const { data: seasonsWithSports = [] } = useQuery(query('GET /admin/seasons/copy-sources'))
  const sources = seasonsWithSports.filter(({ id }) => id !== season.id)
  const [open, setOpen] = useKept<Open | null>(`sports ${season.id}`, null)
  const close = () => setOpen(null)
  const add = () => setOpen({ kind: 'add' })
  const acted = open && 'roundId' in open ? rounds.data?.find(({ id }) => id === open.roundId) : undefined
  if (rounds.data && open && 'roundId' in open && !acted) close()
  const drafts = rounds.data?.filter((round) => round.status === 'draft' && isPlayed(round)) ?? []
  const waiting = drafts.filter((draft) => !hasLockPassed(draft) && !opensByItself(draft))
  const ready = isOpen(season) ? waiting.length : 0
  return (
    <>
      <PageHead
        title="Sports"
        text="Each sport asks the players for a pick before its lock time."
        actions={
          <>
            {ready > 1 && (
              <Button variant="secondary" onClick={() => setOpen({ kind: 'activate several' })}>
                Activate Several ({ready})
              </Button>
            )}
            {isOpen(season) && sources.length > 0 && (
              <Button variant="secondary" onClick={() => setOpen({ kind: 'copy' })}>
                Copy Sports
              </Button>
            )}
            {seasons.some(isOpen) && <Button onClick={add}>+ Add Sport</Button>}
          </>
        }
      />
      <div className={styles.season}>
        <SeasonSelect season={season} seasons={seasons} onSelect={onSelect} />
      </div>
      {season.ended_at && (
        <Notice>This season has ended. To change its sports, reopen it on the Seasons tab.</Notice>
      )}
      <Loaded query={rounds}>
        {(all) =>
          all.length === 0 ? (
            <EmptyCard
              title={`No sports in ${season.name} yet.`}
              action={isOpen(season) && <Button onClick={add}>Add the First Sport</Button>}
            >
              A new sport is a draft: nobody gets mail or can pick until you activate it.
            </EmptyCard>
          ) : (
            <SportsList
              rounds={all}
              ended={season.ended_at !== null}
              onAct={(kind, roundId) => setOpen({ kind, roundId })}
            />
          )
        }
      </Loaded>
      <DeletedSports season={season} />
      {open?.kind === 'add' && (
        <AddSportDialog
          seasons={seasons.filter(isOpen)}
          preset={season}
          timezone={zoneOfNext(rounds.data, settings.data)}
          onAdded={onSelect}
          onClose={close}
        />
      )}
      {open?.kind === 'copy' && <CopySportsDialog season={season} sources={sources} onClose={close} />}
      {open?.kind === 'activate several' && (
        <ActivateSeveralDialog season={season} drafts={drafts} onClose={close} />
      )}
      {open && 'roundId' in open && acted && <SportDialog action={open.kind} round={acted} onClose={close} />}
    </>
  )
}

/** Nobody has chosen the zone that the product comes with. */
const comesWith = 'America/New_York'

function zoneOfNext(newestFirst: RoundList = [], settings?: Settings) {
  const chosen = settings?.default_timezone
  return newestFirst[0]?.timezone ?? (chosen && chosen !== comesWith ? chosen : (ownZone() ?? 'UTC'))
}

function DeletedSports({ season }: { season: SeasonList[number] }) {
  return (
    <Asked of={query('GET /admin/rounds/season/{id}/deleted', season.id)} rows={1}>
      {(rounds) => (
        <Section title="Deleted Sports" empty="Nothing has been deleted.">
          {rounds.map(({ id, sport_name, deleted_at }) => (
            <DeletedCard
              key={id}
              kind="sport"
              name={sport_name}
              deletedAt={deleted_at ?? ''}
              contents="The sport and all of its picks are gone for good."
              restored={`${sport_name} is back`}
              restore={() => api('POST /admin/rounds/{id}/restore', id)}
              purge={(typed) => api('DELETE /admin/rounds/{id}/permanent', id, typed)}
            />
          ))}
        </Section>
      )}
    </Asked>
  )
}
