import { useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import { useKept } from '../../draft.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { useCommand } from '../command/command.ts'
import { CommandDialog } from '../command/command-dialog.tsx'
import { typedForGood } from './deletions.tsx'
import { ItemCard } from './item-card.tsx'
import { Day } from './moment.tsx'

const forGood = { confirmation: 'PERMANENT DELETE' } as const

type DeletedCardProps = {
  kind: 'sport' | 'season'
  name: string
  deletedAt: string
  contents: string
  restored: string
  restore: () => Promise<unknown>
  purge: (typed: typeof forGood) => Promise<unknown>
}

export function DeletedCard({ kind, name, deletedAt, contents, restored, restore, purge }: DeletedCardProps) {
  const me = useOutletContext<Me>()
  const [purging, setPurging] = useKept(`purging ${kind} ${name}`, false)
  const bringBack = useCommand({
    send: restore,
    fallback: `Failed to restore ${kind}`,
    success: () => restored,
  })
  return (
    <ItemCard
      title={name}
      badge={<Badge tone="danger">Deleted</Badge>}
      facts={
        <>
          <p>
            Deleted on <Day of={deletedAt} />
          </p>
          {!me.isMainAdmin && <p>Contact Main Admin to permanently delete</p>}
        </>
      }
      actions={
        <>
          <SmallButton aria-label={`Restore ${name}`} busy={bringBack.busy} onClick={() => bringBack.run()}>
            Restore
          </SmallButton>
          {me.isMainAdmin && (
            <SmallButton aria-label={`Delete Permanently ${name}`} onClick={() => setPurging(true)}>
              Delete Permanently
            </SmallButton>
          )}
        </>
      }
    >
      {purging && (
        <CommandDialog
          title={`Delete ${name} permanently?`}
          text={`${contents} This cannot be undone.`}
          action="Delete Permanently"
          danger
          typed={typedForGood(forGood.confirmation)}
          send={() => purge(forGood)}
          fallback={`Failed to permanently delete ${kind}`}
          success={`${name} is deleted for good`}
          onClose={() => setPurging(false)}
        />
      )}
    </ItemCard>
  )
}
