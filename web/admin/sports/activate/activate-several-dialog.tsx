import type { RoundList } from '../../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../../api/contract/seasons.ts'
import { useKept } from '../../../draft.ts'
import { formatInZone } from '../../../pick/moment.ts'
import { api } from '../../../server/api.ts'
import { formatDay } from '../../calendar.ts'
import { CommandDialog } from '../../command/command-dialog.tsx'
import { Checklist } from '../../lists/checklist.tsx'
import { byUrgency, hasLockPassed, opensByItself } from '../sport-order.ts'
import { fewNames, fixedWords, WhoGetsLinks } from './who-gets-links.tsx'

/** The server takes no more. */
const chosenMax = 100

type ActivateSeveralDialogProps = { season: SeasonList[number]; drafts: RoundList; onClose: () => void }

export function ActivateSeveralDialog({ season, drafts, onClose }: ActivateSeveralDialogProps) {
  const late = drafts.filter(hasLockPassed)
  const ready = drafts.filter((draft) => !hasLockPassed(draft)).toSorted(byUrgency)
  const [chosen, setChosen] = useKept(
    'chosen drafts',
    ready
      .filter((draft) => !opensByItself(draft))
      .slice(0, chosenMax)
      .map(({ id }) => id),
  )
  // Somebody else may have activated one of them meanwhile.
  const stillReady = chosen.filter((id) => ready.some((draft) => draft.id === id))
  return (
    <CommandDialog
      title="Activate Several Sports"
      text={
        <>
          <WhoGetsLinks seasonId={season.id} link="the links to all of them by mail" />{' '}
          {ready.length > chosenMax && `At most ${chosenMax} sports open at once. `}
          {late.length > 0 && staysDraft(late)}
        </>
      }
      action={stillReady.length > 1 ? `Activate ${stillReady.length} & Send Links` : 'Activate & Send Links'}
      disabled={stillReady.length === 0 || stillReady.length > chosenMax}
      send={() => api('POST /admin/rounds/bulk/activate', { roundIds: stillReady })}
      fallback="Failed to activate the sports"
      success={({ message }) => message}
      onClose={onClose}
    >
      <Checklist
        label={`Drafts in ${season.name}`}
        items={ready.map((draft) => ({ id: draft.id, name: draft.sport_name, hint: whatComes(draft) }))}
        noun="drafts"
        selectAll="Select All"
        chosen={stillReady}
        onChange={setChosen}
      />
    </CommandDialog>
  )
}

function whatComes(draft: RoundList[number]): string {
  const locks = `ocks ${formatInZone(draft.lock_time, draft.offsets)}`
  const opens = opensByItself(draft) ? `Opens by itself ${formatDay(draft.opens_at ?? '')} · l` : 'L'
  return [opens + locks, fixedWords(draft)].filter(Boolean).join(' · ')
}

function staysDraft(late: RoundList): string {
  const names = fewNames(late.map(({ sport_name }) => sport_name))
  return late.length === 1
    ? `${names} stays a draft: its lock time has passed.`
    : `${names} stay drafts: their lock times have passed.`
}
