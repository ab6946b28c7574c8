import { errorText } from '../../server/request.ts'
import { SmallButton } from '../button.tsx'
import { Notice } from '../notice.tsx'

export type LoadFailedProps = {
  title?: string
  /** Where the server gave no reason. */
  fallback?: string
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

export function LoadFailed({ title, fallback = 'This could not be loaded.', query }: LoadFailedProps) {
  const { error, isFetching, refetch } = query
  return (
    <Notice
      tone="danger"
      {...(title && { title })}
      action={
        <SmallButton busy={isFetching} onClick={() => refetch()}>
          Try Again
        </SmallButton>
      }
    >
      {errorText(error, fallback)}
    </Notice>
  )
}
