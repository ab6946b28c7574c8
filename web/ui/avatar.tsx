import { initials, playerTint, teamTint } from '../../domain/tints.ts'
import { Name } from './name.tsx'

/** Two letters on a colour, next to the name of the player. */
export const Avatar = ({ id, name }: { id: number; name: string }) => (
  <span data-tint={playerTint(id)} data-letters={initials(name)} aria-hidden />
)

/** For the element that names a team: its colour, in a chip before the name. */
export const teamChip = (name: string) => ({ 'data-tint': teamTint(name), 'data-chip': true })

/** A team, or the write-ins as one text. */
export const Picks = ({ of, isTeam }: { of: readonly string[]; isTeam: boolean }) =>
  isTeam ? <Team of={of.join()} /> : <Name of={of.join(', ')} />

export const Team = ({ of }: { of: string }) => (
  <span translate="no" {...teamChip(of)}>
    {of}
  </span>
)
