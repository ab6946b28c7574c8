import { errorText } from '../../server/request.ts'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'

type LoadFailedProps = {
  title?: string
  /** Where the server gave no reason. */
  fallback?: string
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

export function LoadFailed({ title, fallback = 'Please try again.', query }: LoadFailedProps) {
  const { error, isFetching, refetch } = query
  return (
    <Notice
      tone="danger"
      {...(title && { title })}
      action={
        <Button variant="secondary" size="small" busy={isFetching} onClick={() => refetch()}>
          Try Again
        </Button>
      }
    >
      {errorText(error, fallback)}
    </Notice>
  )
}
