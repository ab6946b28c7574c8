import { Navigate } from 'react-router'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isSetUp, useProgress } from '../getting-started/progress.ts'

export function AdminStart() {
  const { progress, error } = useProgress()
  if (!progress && !error) return <Skeleton shape="block" />
  const ready = progress !== null && isSetUp(progress)
  return <Navigate to={ready ? '/admin/users' : '/admin/getting-started'} replace />
}
