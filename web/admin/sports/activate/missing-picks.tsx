import type { RoundList } from '../../../../api/contract/rounds.ts'
import { counted } from '../../../../domain/names.ts'
import { Notice } from '../../../ui/notice.tsx'

export function MissingPicks({ round: { participants } }: { round: RoundList[number] }) {
  const missing = participants.filter(({ hasPicked }) => !hasPicked).map(({ name }) => name)
  if (missing.length === 0) return <Notice tone="info">Everyone has picked.</Notice>
  const count = counted(missing.length, 'player has', 'players have')
  return (
    <Notice tone="warning">
      {count} not picked yet: {missing.join(', ')}.
    </Notice>
  )
}
