import { Icon, type IconProps } from '../icon.tsx'

export const PlusCircle = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="10" />
    <path d="M8 12h8m-4-4v8" />
  </Icon>
)
