import { Navigate } from 'react-router'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import { isSetUp, useProgress } from '../getting-started/progress.ts'
import { OverviewPage } from '../overview/overview-page.tsx'

/** What needs the commissioner now: first the steps to a season with a sport, then what goes on in it. */
export function AdminStart() {
  const { progress, error } = useProgress()
  if (!progress && !error) return <Skeleton shape="block" />
  return progress && isSetUp(progress) ? <OverviewPage /> : <Navigate to="/admin/getting-started" replace />
}
