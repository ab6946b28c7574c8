import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { SeasonList } from '../../../api/contract/seasons.ts'
import { useKept } from '../../draft.ts'
import { api, query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyCard } from '../../ui/empty-state.tsx'
import { Asked, Loaded } from '../../ui/waiting/loaded.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { JoinLinkDialog } from '../joining/join-link-dialog.tsx'
import { MessageDialog } from '../messages/message-dialog.tsx'
import { DeletedCard } from '../parts/deleted-card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Section } from '../parts/section.tsx'
import { RulesDialog } from '../rules/rules-dialog.tsx'
import { CreateSeasonDialog } from './create-season-dialog.tsx'
import { EditSeasonDialog } from './edit-season-dialog.tsx'
import { EndSeasonDialog } from './end-season-dialog.tsx'
import { PastChampions } from './past-champions.tsx'
import { SeasonCard } from './season-card.tsx'
import { seasonCommands } from './season-commands.tsx'
import type { SeasonAction } from './season-menu.tsx'

type ListedSeason = SeasonList[number]
type Open = { kind: 'create' } | { kind: SeasonAction; season: ListedSeason }

export function SeasonsPage() {
  const seasons = useQuery(query('GET /admin/seasons'))
  const [open, setOpen] = useKept<Open | null>('seasons', null)
  const [params, setParams] = useSearchParams()
  const from = seasons.data?.find(({ id }) => `${id}` === params.get('from'))
  const shown: Open | null = open ?? (from ? { kind: 'create' } : null)
  const create = () => setOpen({ kind: 'create' })
  const close = () => {
    setOpen(null)
    if (params.has('from')) setParams({}, { replace: true })
  }
  const card = (season: ListedSeason) => (
    <SeasonCard key={season.id} season={season} onAct={(kind) => setOpen({ kind, season })} />
  )
  return (
    <>
      <PageHead
        title="Seasons"
        text="Each season has its own players, sports and standings."
        actions={
          // Whether it is proposed as the default season depends on the others.
          <Button disabled={!seasons.data} onClick={create}>
            + Create Season
          </Button>
        }
      />
      <Loaded query={seasons}>
        {(all) => {
          const ended = all.filter(({ ended_at }) => ended_at !== null)
          const current = all.filter(({ ended_at }) => ended_at === null)
          if (all.length === 0) {
            return (
              <EmptyCard
                title="No seasons yet."
                action={<Button onClick={create}>Create the First Season</Button>}
              >
                A season has its own players, sports and standings. Its standings appear on the home page.
              </EmptyCard>
            )
          }
          return (
            <>
              <Section
                title="Active & Default"
                empty="No current season. Create one, or reopen one that has ended."
              >
                {current.map(card)}
              </Section>
              <Section title="Ended/Completed" empty="Ended seasons appear here.">
                {ended.map(card)}
              </Section>
            </>
          )
        }}
      </Loaded>
      <PastChampions />
      <DeletedSeasons />
      {shown && <OpenDialog open={shown} from={from} onClose={close} />}
    </>
  )
}

type OpenDialogProps = { open: Open; from: ListedSeason | undefined; onClose: () => void }

function OpenDialog({ open, from, onClose }: OpenDialogProps) {
  switch (open.kind) {
    case 'create':
      return <CreateSeasonDialog from={from} onClose={onClose} />
    case 'edit':
      return <EditSeasonDialog season={open.season} onClose={onClose} />
    case 'rules':
      return <RulesDialog season={open.season} onClose={onClose} />
    case 'join':
      return <JoinLinkDialog season={open.season} onClose={onClose} />
    case 'write':
      return <MessageDialog season={open.season} onClose={onClose} />
    case 'end':
      return <EndSeasonDialog season={open.season} onClose={onClose} />
    default:
      return <CommandDialog {...seasonCommands[open.kind](open.season)} onClose={onClose} />
  }
}

function DeletedSeasons() {
  return (
    <Asked of={query('GET /admin/seasons/deleted')} rows={1}>
      {(seasons) => (
        <Section title="Deleted Seasons" empty="No deleted seasons.">
          {seasons.map(({ id, name, deleted_at }) => (
            <DeletedCard
              key={id}
              kind="season"
              name={name}
              deletedAt={deleted_at ?? ''}
              contents="The season is deleted for good, with all its sports, picks and points."
              restored={`${name} is back. Activate it to continue`}
              restore={() => api('POST /admin/seasons/{id}/restore', id)}
              purge={(typed) => api('DELETE /admin/seasons/{id}/permanent', id, typed)}
            />
          ))}
        </Section>
      )}
    </Asked>
  )
}
