{{/* What every pod has in common: nobody's root, nothing of the cluster's interface, and never two of a kind on one machine while others are free. */}}
{{- define "carewatch.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "carewatch.spread" -}}
topologySpreadConstraints:
  {{- range $key, $else := dict "kubernetes.io/hostname" "DoNotSchedule" "topology.kubernetes.io/zone" "ScheduleAnyway" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: {{ $else }}
    # A machine that is lost counts as none: what stood there may come beside what stands on the others.
    nodeTaintsPolicy: Honor
    labelSelector:
      matchLabels:
        {{- include "carewatch.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}

{{- define "carewatch.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .group }}
  fsGroup: {{ .group }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "carewatch.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Ready once means that it was let in and has what it needs: only then does the next one of a rollout go. */}}
{{- define "carewatch.probes" -}}
startupProbe:
  httpGet: { path: /health/ready, port: metrics }
  periodSeconds: 2
  timeoutSeconds: 4
  failureThreshold: 150
livenessProbe:
  httpGet: { path: /health/live, port: metrics }
  periodSeconds: 3
  timeoutSeconds: 3
  failureThreshold: 3
  # One that hangs goes nowhere in good order.
  terminationGracePeriodSeconds: 2
{{- end }}

{{/* Waits until the database has the steps of this version, and lets this part in; as who owns the tables, whose address the part itself never sees. */}}
{{- define "carewatch.waits" -}}
- name: waits-for-migrations
  image: {{ include "carewatch.image" .root }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  command: [node, migrations/src/wait.ts, {{ .for }}]
  env:
    - { name: DATABASE_URL_FILE, value: /run/secrets/carewatch/database_url }
    {{- with .variable }}
    - { name: {{ . }}_FILE, value: /run/secrets/carewatch/{{ lower . }} }
    {{- end }}
  resources:
    requests: { cpu: 50m, memory: 128Mi }
    limits: { memory: 256Mi }
  {{- include "carewatch.containerSecurity" . | nindent 2 }}
  volumeMounts:
    - { name: owner, mountPath: /run/secrets/carewatch, readOnly: true }
    {{- with include "carewatch.databaseMount" .root }}
    {{- trim . | nindent 4 }}
    {{- end }}
    - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "carewatch.databaseMount" -}}
{{- if eq .Values.database.kind "cloudnative-pg" }}
- { name: database-ca, mountPath: /run/secrets/database-ca, readOnly: true }
{{- end }}
{{- end }}

{{/* Each volume of secrets holds the keys that its container asks for and no other. */}}
{{- define "carewatch.volumes" -}}
- name: tmp
  emptyDir: { medium: Memory, sizeLimit: 64Mi }
{{- if ne .part "admin" }}
- name: owner
  secret:
    secretName: {{ include "carewatch.secret" .root }}
    defaultMode: 0440
    items:
      {{- range compact (list "database_url" (.variable | default "" | lower)) }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- end }}
{{- with .keys }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      - secret:
          name: {{ include "carewatch.secret" $.root }}
          items:
            {{- range . }}
            - { key: {{ . }}, path: {{ . }} }
            {{- end }}
      {{- with $.postKeys }}
      - secret:
          name: {{ $.root.Values.secrets.post.existingSecret }}
          items:
            {{- range . }}
            - { key: {{ . }}, path: {{ . }} }
            {{- end }}
      {{- end }}
{{- end }}
{{- if eq .root.Values.database.kind "cloudnative-pg" }}
- name: database-ca
  secret:
    secretName: {{ include "carewatch.database" .root }}-ca
    defaultMode: 0440
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- end }}
