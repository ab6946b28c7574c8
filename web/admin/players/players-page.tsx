import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useOutletContext, useSearchParams } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import type { Player } from '../../../api/contract/players.ts'
import { useKept } from '../../draft.ts'
import { query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { JoinRequests } from '../joining/join-requests.tsx'
import { ItemList } from '../lists/item-list.tsx'
import { nameAndAddress, personFilters } from '../lists/people.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PastePlayersDialog } from '../paste-players/paste-players-dialog.tsx'
import { presetOf } from '../seasons/season-text.ts'
import { DeletePlayerDialog } from './delete-player-dialog.tsx'
import { changeActivity, erase, replaceLinks } from './player-commands.ts'
import { PlayerDialog } from './player-dialog.tsx'
import { type PlayerDeed, PlayerRow } from './player-row.tsx'

type Open = { kind: 'add' | 'paste' } | { kind: PlayerDeed; player: Player }

export function PlayersPage() {
  const me = useOutletContext<Me>()
  const players = useQuery(query('GET /admin/users'))
  const [open, setOpen] = useKept<Open | null>('players', null)
  const openDeed = useCallback((kind: PlayerDeed, player: Player) => setOpen({ kind, player }), [setOpen])
  const [params, setParams] = useSearchParams()
  const close = () => {
    setOpen(null)
    if (params.has('edit')) setParams({}, { replace: true })
  }
  const toEdit = players.data?.find(({ id }) => `${id}` === params.get('edit'))
  const add = () => setOpen({ kind: 'add' })
  const paste = () => setOpen({ kind: 'paste' })
  return (
    <>
      <PageHead
        title="Players"
        text="Everyone who takes part, in any season."
        actions={
          <>
            <Button variant="secondary" disabled={!players.data} onClick={paste}>
              Paste Players
            </Button>
            <Button onClick={add}>+ Add Player</Button>
          </>
        }
      />
      <JoinRequests />
      <Loaded query={players}>
        {(all) => (
          <Card flush>
            {all.length === 0 ? (
              <EmptyState
                title="No players yet."
                action={<Button onClick={add}>Add the First Player</Button>}
              >
                Start with the people who take part. You choose who plays in which season later.
              </EmptyState>
            ) : (
              <PlayerList players={all} mayErase={me.isMainAdmin} onOpen={openDeed} />
            )}
          </Card>
        )}
      </Loaded>
      {open?.kind === 'add' && <PlayerDialog onClose={close} />}
      {open?.kind === 'paste' && <PastePlayersDialog players={players.data ?? []} onClose={close} />}
      {open?.kind === 'edit' && <PlayerDialog player={open.player} onClose={close} />}
      {!open && toEdit && <PlayerDialog player={toEdit} onClose={close} />}
      {open?.kind === 'delete' && <DeletePlayerDialog player={open.player} onClose={close} />}
      {open?.kind === 'replace links' && <CommandDialog {...replaceLinks(open.player)} onClose={close} />}
      {open?.kind === 'erase' && <CommandDialog {...erase(open.player)} onClose={close} />}
    </>
  )
}

const selectable = ({ erased }: Player) => !erased

const orders = {
  Name: () => 0,
  'Newest first': (left: Player, right: Player) => right.id - left.id,
  'Inactive first': (left: Player, right: Player) => left.is_active - right.is_active,
}

const filtersAlways = {
  'All players': () => true,
  ...personFilters,
}

type PlayerListProps = {
  players: readonly Player[]
  mayErase: boolean
  onOpen: (deed: PlayerDeed, player: Player) => void
}

function PlayerList({ players, mayErase, onOpen }: PlayerListProps) {
  return (
    <ItemList
      {...{ items: players, noun: 'players', label: 'Players', wordsOf: nameAndAddress, orders, selectable }}
      filters={useFilters()}
      columns={['Name', 'Email', 'Status', 'Added', 'Actions']}
      row={(player, selection) => (
        <PlayerRow key={player.id} player={player} {...selection} mayErase={mayErase} onOpen={onOpen} />
      )}
      bulk={{
        Deactivate: (selected) => changeActivity('deactivate', selected),
        Reactivate: (selected) => changeActivity('reactivate', selected),
      }}
    />
  )
}

/** The filter for players outside the season needs a season. */
function useFilters(): Record<string, (player: Player) => boolean> {
  const { data: seasons } = useQuery(query('GET /admin/seasons'))
  const season = seasons && presetOf(seasons)
  const { data: present } = useQuery({
    ...query('GET /admin/season-participants/{seasonId}', season?.id ?? 0),
    enabled: Boolean(season),
  })
  return useMemo(() => {
    if (!season || !present) return filtersAlways
    const ids = new Set(present.map(({ id }) => id))
    return { ...filtersAlways, [`Not in ${season.name}`]: ({ id }: Player) => !ids.has(id) }
  }, [season, present])
}
