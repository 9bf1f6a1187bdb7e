import { Icon, type IconProps } from '../icon.tsx'

export const BookOpen = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v16m8.001-2A2 2 0 0 0 22 17V5a2 2 0 0 0-1.999-2L16 3.002A5 5 0 0 0 12 5a5 5 0 0 0-4-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 1.999 2H8a5 5 0 0 1 4 2a5 5 0 0 1 4-2z" />
  </Icon>
)
