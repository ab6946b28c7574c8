import { useQuery } from '@tanstack/react-query'
import type { SeasonList } from '#api/contract/seasons'
import { Dialog } from '../../ui/dialog.tsx'
import { settingsQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { SportForm } from './sport-form.tsx'

type AddSportDialogProps = {
  /** Those that take new sports. */
  seasons: SeasonList
  /** The season on the screen. */
  preset: SeasonList[number]
  onAdded: (seasonId: number) => void
  onClose: () => void
}

export function AddSportDialog({ seasons, preset, onAdded, onClose }: AddSportDialogProps) {
  const settings = useQuery(settingsQuery)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Sport"
      description="It starts as a draft: nobody gets mail until you activate it."
    >
      <Loaded query={settings}>
        {({ default_timezone }) => (
          <SportForm
            seasons={seasons}
            seasonId={seasons.includes(preset) ? String(preset.id) : ''}
            timezone={default_timezone}
            onAdded={onAdded}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
