import { Icon, type IconProps } from '../icon.tsx'

export const DoorOpen = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 21H2m8-18H7a2 2 0 0 0-2 2v16m9-9h.01" />
    <path d="M19 21V5a2 2 0 0 0-1.675-1.974l-6.163-1.013A1 1 0 0 0 10 3v18a1 1 0 0 0 1.124.992zm3 0h-3" />
  </Icon>
)
