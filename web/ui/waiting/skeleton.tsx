import styles from './loading.module.css'

type SkeletonProps = { shape?: 'title' | 'line' | 'block' | 'row'; count?: number }

export function Skeleton({ shape = 'line', count = 1 }: SkeletonProps) {
  return Array.from({ length: count }, (_, index) => index).map((index) => (
    <div key={index} className={styles.skeleton} data-shape={shape} aria-hidden="true" />
  ))
}
