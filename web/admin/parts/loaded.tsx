import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../ui/waiting/load-failed.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** Shown when it cannot be loaded and the server gave no reason. */
  fallback?: string
  rows?: number
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({
  query,
  fallback = 'This could not be loaded.',
  rows = 4,
  children,
}: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton shape="row" count={rows} />
      </div>
    )
  }
  return <LoadFailed query={query} fallback={fallback} />
}

type AskedProps<Data> = Omit<LoadedProps<Data>, 'query'> & {
  of: UseQueryOptions<Data, Error, Data, QueryKey>
}

/** Where nothing else needs the answer. */
export const Asked = <Data,>({ of, ...rest }: AskedProps<Data>) => <Loaded query={useQuery(of)} {...rest} />
