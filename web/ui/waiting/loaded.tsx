import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed, type LoadFailedProps } from './load-failed.tsx'
import { Skeleton } from './skeleton.tsx'

type LoadedProps<Data> = Omit<LoadFailedProps, 'query'> & {
  query: LoadFailedProps['query'] & { data: Data | undefined; isPending: boolean }
  rows?: number
  /** Of a page, in place of rows. */
  blocks?: number
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ query, rows = 4, blocks, children, ...failed }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isPending) return <LoadFailed query={query} {...failed} />
  return (
    <div role="status" aria-label="Loading">
      <Skeleton shape={blocks ? 'block' : 'row'} count={blocks ?? rows} />
    </div>
  )
}

type AskedProps<Data, Key extends QueryKey> = Omit<LoadedProps<Data>, 'query'> & {
  of: UseQueryOptions<Data, Error, Data, Key>
}

/** Where nothing else needs the answer. */
export const Asked = <Data, Key extends QueryKey>({ of, ...rest }: AskedProps<Data, Key>) => (
  <Loaded query={useQuery(of)} {...rest} />
)
