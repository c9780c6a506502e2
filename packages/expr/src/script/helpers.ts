/** The `k8s` object of scripts. It runs inside the sandbox, so it is source text. */
export const K8S_HELPERS = `
var k8s = (function () {
  function items(list) { return (list && list.items) || list || []; }
  function labels(o) { return (o && o.metadata && o.metadata.labels) || {}; }
  function conditions(o) {
    var found = {};
    (Array.isArray(o) ? o : (o && o.status && o.status.conditions) || []).forEach(function (c) { found[c.type] = c.status === 'True' || c.status === true; });
    return found;
  }
  function getAlertName(alert) { return (alert && (alert.name || (alert.labels && alert.labels.alertname))) || ''; }
  function getAlertLabels(alert) {
    var kept = {};
    var all = (alert && alert.labels) || {};
    Object.keys(all).forEach(function (key) { if (key !== 'alertname' && key !== 'severity') kept[key] = all[key]; });
    return kept;
  }
  function getAlertTitle(alert) {
    var title = getAlertName(alert);
    var l = (alert && alert.labels) || {};
    var place = [l.namespace, l.pod || l.deployment || l.statefulset || l.node].filter(Boolean).join('/');
    return place ? title + ' ' + place : title;
  }
  function getNodeTopology(node) {
    return {
      name: node.metadata.name,
      labels: labels(node),
      zone: labels(node)['topology.kubernetes.io/zone'],
      region: labels(node)['topology.kubernetes.io/region'],
      conditions: conditions(node),
      status: conditions(node).Ready ? 'healthy' : 'unhealthy'
    };
  }
  function getPodTopology(pod) {
    return {
      name: pod.metadata.name,
      namespace: pod.metadata.namespace,
      labels: labels(pod),
      node: pod.spec && pod.spec.nodeName,
      phase: pod.status && pod.status.phase,
      conditions: conditions(pod),
      status: conditions(pod).Ready ? 'healthy' : 'unhealthy'
    };
  }
  function getNodeName(o) { return (o && o.spec && o.spec.nodeName) || (o && o.metadata && o.metadata.name) || ''; }
  return {
    conditions: conditions, getAlertName: getAlertName, getAlertLabels: getAlertLabels, getAlertTitle: getAlertTitle,
    getNodeName: getNodeName, getNodeTopology: getNodeTopology, getPodTopology: getPodTopology, labels: labels, items: items
  };
})();
`;
