import { useId } from 'react';

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Keeps the label for assistive technology only. */
  hideLabel?: boolean;
}

/** An on/off switch with its label. */
export function Switch({ label, checked, onChange, disabled, hideLabel }: SwitchProps) {
  const id = useId();
  return (
    <span className="qd-switch-row">
      <button
        type="button"
        role="switch"
        className="qd-switch"
        aria-checked={checked}
        aria-labelledby={id}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the switch itself is the keyboard's way; this only widens the target */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: same */}
      <span id={id} className={hideLabel ? 'qd-sr' : undefined} onClick={() => !disabled && onChange(!checked)}>
        {label}
      </span>
    </span>
  );
}

export interface ToggleProps {
  label: string;
  pressed: boolean;
  onChange: (pressed: boolean) => void;
}

/** A filter that is on or off: "Not passing". */
export function Toggle({ label, pressed, onChange }: ToggleProps) {
  return (
    <button type="button" className="qd-chip-btn" aria-pressed={pressed} onClick={() => onChange(!pressed)}>
      {label}
    </button>
  );
}
