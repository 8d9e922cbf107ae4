{{/* The pods of a part of this release. */}}
{{- define "carewatch.peer" -}}
- podSelector:
    matchLabels:
      {{- include "carewatch.selector" . | nindent 6 }}
{{- end }}

{{- define "carewatch.peers" -}}
{{- range .parts }}
{{ include "carewatch.peer" (dict "root" $.root "part" .) }}
{{- end }}
{{- end }}

{{- define "carewatch.figuresReader" -}}
- from:
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: {{ .root.Values.networkPolicy.monitoringNamespace }} } }
  ports: [{ port: {{ .port }} }]
{{- end }}

{{- define "carewatch.toNames" -}}
- to:
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } }
    # Where nodes keep answers (NodeLocal DNSCache).
    - ipBlock: { cidr: 169.254.0.0/16 }
  ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{- end }}

{{- define "carewatch.toDatabase" -}}
{{- with .Values.database }}
{{- if eq .kind "cloudnative-pg" }}
- to: [{ podSelector: { matchLabels: { cnpg.io/cluster: {{ include "carewatch.database" $ }} } } }]
  ports: [{ port: 5432 }]
{{- else }}
- ports: [{ port: {{ .external.port }} }]
  {{- with .external.peers }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "carewatch.toRedis" -}}
{{- with .Values.redis }}
{{- if eq .kind "internal" }}
- to:
    {{- include "carewatch.peer" (dict "root" $ "part" "redis") | nindent 4 }}
  ports: [{ port: 6379 }]
{{- else }}
- ports: [{ port: {{ .external.port }} }]
  {{- with .external.peers }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "carewatch.toNews" -}}
- to:
    {{- include "carewatch.peer" (dict "root" . "part" "balancer") | nindent 4 }}
  ports: [{ port: 1884 }]
{{- end }}

{{/* Push, Telegram, SMS, mail: wherever they are. */}}
{{- define "carewatch.toPost" -}}
{{- with .Values.networkPolicy.postPorts }}
- ports:
    {{- range . }}
    - { port: {{ . }} }
    {{- end }}
{{- end }}
{{- end }}
