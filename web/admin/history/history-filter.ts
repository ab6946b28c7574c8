import { useSearchParams } from 'react-router'
import { ownAddress } from '../../browser/base-path.ts'

/** The names are those of the address and of the API. */
export const filterNames = ['season', 'round', 'player', 'admin', 'kind', 'from', 'to'] as const

export type HistoryFilter = Partial<Record<(typeof filterNames)[number], string>>

/** The filter is part of the address, so that a link can lead to the history of one thing. */
export function useHistoryFilter() {
  const [params, setParams] = useSearchParams()
  const filter: HistoryFilter = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
  return { filter, setFilter: (next: HistoryFilter) => setParams(asParams(next), { replace: true }) }
}

/** The event whose details are open is part of the address too. */
export function useOpenedEvent() {
  const [params, setParams] = useSearchParams()
  return {
    eventId: params.get('event'),
    openEvent: (eventId: string) => setParams(withEvent(params, eventId)),
    closeEvent: () => setParams(withEvent(params, null), { replace: true }),
  }
}

export function withEvent(params: URLSearchParams, eventId: string | null): string {
  const next = new URLSearchParams(params)
  if (eventId === null) next.delete('event')
  else next.set('event', eventId)
  return next.toString()
}

/** To be copied: the details of the event, whatever the list is narrowed to. */
export const addressOfEvent = (eventId: string) => `${ownAddress}/admin/history?event=${eventId}`

/** A day begins and ends at this browser's midnight. */
export function historyQuery(filter: HistoryFilter): HistoryFilter {
  const { from, to, ...rest } = filter
  return {
    ...rest,
    ...(from && { from: midnight(from, 0) }),
    ...(to && { to: midnight(to, 1) }),
  }
}

function asParams(values: Record<string, string | undefined>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  return params
}

function midnight(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + daysLater)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
