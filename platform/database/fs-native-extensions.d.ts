declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on a range of an open file, false when another holds one. */
  export function tryLock(fileDescriptor: number, offset: number, length: number): boolean
}
