import { useDeferredValue, useMemo } from 'react'
import type { Player, PlayersBody } from '../../../api/contract/players.ts'
import { counted } from '../../../domain/names.ts'
import { useKept } from '../../draft.ts'
import { useNotices } from '../../notices.ts'
import { calling } from '../../server/api.ts'
import { ClientError, errorText } from '../../server/request.ts'
import { TextArea } from '../../ui/form/inputs.tsx'
import { shownInPlace, useCommand } from '../command/command.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { type PastedPlayers, readPastedPlayers } from './pasted-players.ts'
import { PastedPreview } from './pasted-preview.tsx'

const atOnce = 500
const fallback = 'Failed to save players'

type PastePlayersDialogProps = { players: readonly Player[]; onClose: () => void }

export function PastePlayersDialog({ players, onClose }: PastePlayersDialogProps) {
  const [text, setText] = useKept('pasted players', '')
  const seen = useDeferredValue(text)
  const pasted = useMemo(() => readPastedPlayers(seen, players), [seen, players])
  const { coming, problems } = pasted
  const { run, busy, error } = useCommand<PlayersBody, { added: number }>({
    send: calling('POST /admin/users/bulk'),
    fallback,
    onDone: ({ added }) => {
      setText(problems.map((line) => line.text).join('\n'))
      if (problems.length === 0) onClose()
      // After the lines that are left have been shown, so that a dialog that stays open does not take it away.
      useNotices.getState().show('success', `${counted(added, 'player')} added`)
    },
    onProblem: shownInPlace,
  })
  const tooMany =
    coming.length > atOnce && `You can add ${atOnce} players at once. This list has ${coming.length}.`
  return (
    <FormDialog
      title="Paste Players"
      action={coming.length > 0 ? `Add ${counted(coming.length, 'Player')}` : 'Add Players'}
      form={{
        busy,
        problem: tooMany || (error && problemOf(error, pasted)),
        submit: (event) => {
          event.preventDefault()
          run({ players: coming.map(({ name, email }) => ({ name, email })) })
        },
      }}
      disabled={coming.length === 0 || Boolean(tooMany) || seen !== text}
      onClose={onClose}
    >
      <TextArea
        label="One player per line"
        hint="A name and, if you have it, an email address. For an address alone we propose a name. Paste from a list, a spreadsheet or a mail."
        placeholder={'Ann Archer, ann@example.com\nBob Builder <bob@example.com>\nGrandpa Joe'}
        rows={8}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        readOnly={busy}
        onChange={(event) => setText(event.target.value)}
      />
      <PastedPreview pasted={pasted} />
    </FormDialog>
  )
}

/** The server names the player by a number, the person knows the line. */
function problemOf(error: Error, { coming }: PastedPlayers): string {
  const details = error instanceof ClientError && Array.isArray(error.details) ? error.details : []
  const [first] = details
  const line = coming[Number(/^players\.(\d+)\./.exec(first?.field ?? '')?.[1] ?? -1)]?.line
  return first && line !== undefined ? `Line ${line}: ${first.message}.` : errorText(error, fallback)
}
