import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import type { Player } from '../../../api/contract/players.ts'
import { query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PastePlayersDialog } from '../paste-players/paste-players-dialog.tsx'
import { DeletePlayerDialog } from './delete-player-dialog.tsx'
import { erase } from './player-commands.ts'
import { PlayerDialog } from './player-dialog.tsx'
import { PlayerList } from './player-list.tsx'
import type { PlayerDeed } from './player-row.tsx'

type Open = { kind: 'add' | 'paste' } | { kind: PlayerDeed; player: Player }

export function PlayersPage() {
  const me = useOutletContext<Me>()
  const players = useQuery(query('GET /admin/users'))
  const [open, setOpen] = useState<Open | null>(null)
  const openDeed = useCallback((kind: PlayerDeed, player: Player) => setOpen({ kind, player }), [])
  const close = () => setOpen(null)
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
      <Loaded query={players}>
        {(all) => (
          <Card flush>
            {all.length === 0 ? (
              <EmptyState
                title="No players yet."
                action={<Button onClick={add}>Add the first player</Button>}
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
      {open?.kind === 'delete' && <DeletePlayerDialog player={open.player} onClose={close} />}
      {open?.kind === 'erase' && <CommandDialog {...erase(open.player)} onClose={close} />}
    </>
  )
}
