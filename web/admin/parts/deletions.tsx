import type { Command } from '../command/command-dialog.tsx'

export const softDelete = (
  kind: 'Sport' | 'Season',
  name: string,
  command: Pick<Command, 'text' | 'send'>,
): Command => ({
  ...command,
  title: `Delete ${name}?`,
  action: `Delete ${kind}`,
  danger: true,
  typed: {
    expected: name,
    mismatch: `${kind} name does not match!`,
    consent: `Yes, delete this ${kind.toLowerCase()}`,
  },
  reason: 'optional',
  fallback: `Failed to delete ${kind.toLowerCase()}`,
  success: `${name} is deleted. You can restore it at the bottom of the page`,
})

export const typedForGood = (expected: string): Required<Command>['typed'] => ({
  expected,
  mismatch: `You must type "${expected}" exactly!`,
  consent: 'I understand that this cannot be undone',
})
